package av1

import (
	"bytes"
	"cmp"
	"sync"
)

// A Parser reads the packets of a stream in decoding order. The zero Parser is ready.
type Parser struct {
	r        reader
	sequence *Sequence
	seqBytes []byte // that sequence was read from

	slots      [8]*Picture // the frames that later ones may refer to
	previousID int         // current_frame_id of the last frame

	// The frame whose tiles are read, nil between frames, and its next tile.
	current     *Picture
	nextTile    int
	headerBytes []byte // its header; there may be copies
	shown       *Picture
	unitSize    int // of the OBU

	packets int // read so far
	frames  int // that the packet codes

	// MaxPixels is the number of samples of luma that a frame may have; 0 stands for 2^27.
	MaxPixels int64

	tile tile

	mu   sync.Mutex
	free []*Picture
}

// Types of OBUs.
const (
	obuSequence    = 1
	obuDelimiter   = 2
	obuFrameHeader = 3
	obuTileGroup   = 4
	obuFrame       = 6
	obuRedundant   = 7
	obuTileList    = 8
)

// Configure reads a container's description of the stream: an AV1CodecConfigurationRecord (AV1 in ISO base media file
// format, section 2.3), or OBUs with a sequence header.
func (p *Parser) Configure(record []byte) error {
	if len(record) >= 4 && record[0] == 0x81 {
		record = record[4:]
	}
	return p.units(record)
}

// Restart prepares for packets from another place of the stream; the first has to be a key frame. The
// sequence header stays.
func (p *Parser) Restart() {
	for i, slot := range p.slots {
		slot.Release()
		p.slots[i] = nil
	}
	p.current.Release()
	p.shown.Release()
	p.current, p.shown = nil, nil
}

// Read reads a packet of one temporal unit. It returns the frame that the packet shows, which the caller has to
// release: the last one, if it shows several; nil, if none. The error is the packet's first; that of tiles is also
// one of the frame.
func (p *Parser) Read(packet []byte) (*Picture, error) {
	p.current.Release()
	p.shown.Release()
	p.current, p.shown = nil, nil
	p.packets++
	p.frames = 0
	err := p.units(packet)
	if p.current != nil {
		err = first(err, malformed("av1: a frame has %d of %d tiles", p.nextTile, p.current.TileLayout.Columns*p.current.TileLayout.Rows))
		p.current.fault(err)
		p.finish()
	}
	shown := p.shown
	p.shown = nil
	return shown, err
}

// Own returns the size of the frame that the last Read returned, if that is not all that its packet codes; else 0. before: an
// earlier packet codes the frame.
func (p *Parser) Own(shown *Picture) (size int, before bool) {
	before = shown.packet != p.packets
	if !before && p.frames == 1 {
		return 0, false
	}
	return shown.Size, before
}

func first(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// units reads OBUs (section 5.3).
func (p *Parser) units(data []byte) (err error) {
	r := &p.r
	for len(data) > 0 {
		r.reset(data)
		if r.f("obu_forbidden_bit", 1) != 0 {
			r.fail("obu_forbidden_bit", "1")
		}
		kind := r.f("obu_type", 4)
		extension := r.flag("obu_extension_flag")
		sized := r.flag("obu_has_size_field")
		r.f("obu_reserved_1bit", 1)
		temporal, spatial := 0, 0
		if extension {
			temporal = r.f("temporal_id", 3)
			spatial = r.f("spatial_id", 2)
			r.f("extension_header_reserved_3bits", 3)
		}
		size := len(data) - r.at/8
		if sized {
			size = r.leb128("obu_size")
		}
		begin := r.at / 8
		if r.err == nil && size > len(data)-begin {
			r.fail("obu_size", "%d bytes, %d are left", size, len(data)-begin)
		}
		if r.err != nil {
			return first(err, wrap("OBU header", r.err))
		}
		unit := data[begin : begin+size]
		data, p.unitSize = data[begin+size:], begin+size
		if s := p.sequence; kind != obuSequence && kind != obuDelimiter && s != nil && s.OperatingPointIDC != 0 && extension {
			if s.OperatingPointIDC>>temporal&1 == 0 || s.OperatingPointIDC>>(spatial+8)&1 == 0 {
				continue // not part of the operating point
			}
		}
		err = first(err, p.unit(kind, temporal, spatial, unit))
	}
	return err
}

// unit reads the payload of an OBU.
func (p *Parser) unit(kind, temporal, spatial int, data []byte) error {
	p.r.reset(data)
	switch kind {
	case obuSequence:
		return wrap("sequence header", p.readSequence(data))
	case obuFrameHeader, obuRedundant, obuFrame:
		if err := p.frameHeader(kind, temporal, spatial, data); err != nil {
			return wrap("frame header", err)
		}
		if kind == obuFrame && p.current != nil {
			return p.tileGroup(p.r.at)
		}
	case obuTileGroup:
		if p.current == nil {
			return malformed("av1: tile group: without a frame header")
		}
		p.current.Size += p.unitSize
		return p.tileGroup(0)
	case obuTileList:
		return wrap("tile list", ErrUnsupported)
	}
	return nil
}

// readSequence reads a sequence header, unless it is there already. A new one ends the sequence before.
func (p *Parser) readSequence(data []byte) error {
	if p.r.trace == nil && p.sequence != nil && bytes.Equal(data, p.seqBytes) {
		return nil
	}
	s, err := parseSequence(&p.r)
	if err != nil {
		return err
	}
	p.sequence, p.seqBytes = s, append(p.seqBytes[:0], data...)
	return nil
}

// frameHeader reads frame_header_obu, and in an OBU of a frame the bits before its tile group.
func (p *Parser) frameHeader(kind, temporal, spatial int, data []byte) error {
	if p.current != nil {
		if kind != obuRedundant {
			return malformed("before the tiles of another frame")
		}
		if n := len(p.headerBytes); n > len(data) || !bytes.Equal(data[:n-1], p.headerBytes[:n-1]) {
			return malformed("a copy differs")
		}
		p.current.Size += p.unitSize
		return nil
	}
	if p.sequence == nil {
		return malformed("no sequence header")
	}
	current := p.get()
	current.Sequence = p.sequence
	h := headerReader{reader: &p.r, Header: &current.Header, seq: p.sequence, slots: &p.slots, temporalID: temporal, spatialID: spatial, previousID: p.previousID}
	if err := h.read(); err != nil {
		current.Release()
		return err
	}
	if current.showExisting {
		slot := current.existing
		current.Release()
		return p.showExisting(slot)
	}
	if p.sequence.frameIDs {
		p.previousID = current.frameID
	}
	if kind == obuFrame {
		p.r.align()
	} else {
		p.r.trailing()
	}
	if int64(current.UpscaledWidth)*int64(current.Height) > cmp.Or(p.MaxPixels, 1<<27) {
		p.r.fail("frame_width_minus_1", "%d × %d samples", current.UpscaledWidth, current.Height)
	}
	if p.r.err != nil {
		current.Release()
		return p.r.err
	}
	p.headerBytes = append(p.headerBytes[:0], data[:(p.r.at+7)/8]...)
	p.current, p.nextTile = current, 0
	current.Size, current.packet = p.unitSize, p.packets
	p.frames++
	return p.tile.startFrame(current, &p.slots)
}

// showExisting shows a frame of a slot. A key frame is then in all slots (section 7.21).
func (p *Parser) showExisting(slot int) error {
	existing := p.slots[slot]
	if existing == nil {
		return missing("frame_to_show_map_idx")
	}
	if !existing.Showable {
		return malformed("frame_to_show_map_idx: the frame is not showable")
	}
	p.shown.Release()
	p.shown = existing.retain()
	if existing.Type == KeyFrame {
		for i := range p.slots {
			if p.slots[i] != existing {
				p.slots[i].Release()
				p.slots[i] = existing.retain()
			}
		}
	}
	return nil
}

// tileGroup reads tile_group_obu from a bit of the OBU on.
func (p *Parser) tileGroup(at int) error {
	r, c := &p.r, p.current
	layout := &c.TileLayout
	tiles := layout.Columns * layout.Rows
	r.at = at
	begin, end := 0, tiles-1
	if tiles > 1 && r.flag("tile_start_and_end_present_flag") {
		begin = r.f("tg_start", layout.columnsLog2+layout.rowsLog2)
		end = r.f("tg_end", layout.columnsLog2+layout.rowsLog2)
	}
	r.align()
	if begin != p.nextTile || end < begin || end >= tiles {
		r.fail("tg_start", "tiles %d to %d of %d after %d", begin, end, tiles, p.nextTile)
	}
	if r.err != nil {
		return wrap("tile group", r.err)
	}
	data := r.data[r.at/8:]
	var err error
	for i := begin; i <= end; i++ {
		size := len(data)
		if i < end {
			if size < layout.sizeBytes {
				size = -1
			} else {
				size = 1
				for b := range layout.sizeBytes {
					size += int(data[b]) << (8 * b)
				}
				data = data[layout.sizeBytes:]
			}
		}
		if size <= 0 || size > len(data) {
			failed := malformed("av1: tile group: tile_size_minus_1: a tile of %d bytes, %d are left", size, len(data))
			c.fault(failed)
			return first(err, failed)
		}
		failed := p.tile.parse(i, data[:size])
		c.fault(failed)
		err = first(err, failed)
		data = data[size:]
	}
	if p.nextTile = end + 1; p.nextTile == tiles {
		p.finish()
	}
	return err
}

// finish ends the current frame: it is stored in its slots, and shown (sections 7.4 and 7.20).
func (p *Parser) finish() {
	c := p.current
	p.current = nil
	p.tile.endFrame()
	for i := range p.slots {
		if c.Refresh>>i&1 == 1 {
			p.slots[i].Release()
			p.slots[i] = c.retain()
		}
	}
	if c.Show {
		p.shown.Release()
		p.shown = c
		return
	}
	c.Release()
}

// get returns an empty picture with one user.
func (p *Parser) get() *Picture {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.free)
	if n == 0 {
		picture := &Picture{parser: p}
		return picture.retain()
	}
	picture := p.free[n-1]
	p.free = p.free[:n-1]
	picture.reset()
	return picture.retain()
}

// put keeps a picture's memory for a later one.
func (p *Parser) put(picture *Picture) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, picture)
}
