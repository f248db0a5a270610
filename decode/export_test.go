package decode

// StandIn is a choice of a device for which FFmpeg's own decoder stands in, with the system's
// memory for the device's. It fails at the picture of number lostAt and from then on. Its
// pictures can be read there if lends is set. bring, which may be nil, is called
// before one is fetched; its error is the device's.
func StandIn(lostAtPicture int, lends bool, bring func() error) (*Hardware, error) {
	h, err := NewHardware("cuda", nil)
	if err == nil {
		fake := lostAt(lostAtPicture)
		fake.lends, fake.bring = lends, bring
		h.fake = &fake
	}
	return h, err
}
