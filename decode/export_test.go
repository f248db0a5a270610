package decode

// StandIn returns a Hardware whose fake device decodes with FFmpeg's software decoder and uses system
// memory as device memory. It fails from frame lostAt on. Its frames can be read there if lends is set.
// bring, which can be nil, is called before a frame is fetched; its error is the device's.
func StandIn(lostAtPicture int, lends bool, bring func() error) (*Hardware, error) {
	h, err := NewHardware("cuda", nil)
	if err == nil {
		fake := lostAt(lostAtPicture)
		fake.lends, fake.bring = lends, bring
		h.fake = &fake
	}
	return h, err
}
