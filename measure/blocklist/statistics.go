package blocklist

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/overlay"
	"ffkvadrat/pipeline/quads"
)

// vectorScale is the number of units of the statistics' vectors in a pixel, enough for all codecs' vectors.
const vectorScale = 16

// kind is a type of YUView's statistics. Its number is its place in the list.
type kind struct {
	name, form string
	more       func(b []byte, codec string) []byte // appends the lines about it after the first one
	// value returns the value of a block, unit that of a prediction unit; ok is false if it has none. One of
	// both is set, and none for vectors.
	value func(b *partition.Block) (n int, ok bool)
	unit  func(u *partition.Unit) (n int, ok bool)
	list  uint8  // of vectors, as in [partition.Vector]
	codec string // the only one whose units have it; empty if all do
}

// kinds are the types. Package trace, which reads such files, knows their names.
var kinds = []kind{
	{name: "PredMode", form: "map", more: colours, value: func(b *partition.Block) (int, bool) { return int(b.Type), true }},
	{name: "SkipFlag", form: "range", more: between(0, 1), value: func(b *partition.Block) (int, bool) { return 1, b.Type == partition.Skipped }},
	{name: "CUDepth", form: "range", more: depths, value: func(b *partition.Block) (int, bool) { return int(b.Depth), b.HasDepth }},
	{name: "QP", form: "range", more: quantisers, value: func(b *partition.Block) (int, bool) { return int(b.QP), b.HasQP }},
	{name: "Bits", form: "range", more: densities, value: func(b *partition.Block) (int, bool) { return b.Bits(), b.HasRate }},
	{name: "MVL0", form: "vector", more: arrows(overlay.EarlierColour), list: 1},
	{name: "MVL1", form: "vector", more: arrows(overlay.LaterColour), list: 2},
	{name: "IntraModeLuma", form: "range", more: intraModes, unit: func(u *partition.Unit) (int, bool) { return int(u.Luma), u.Luma >= 0 }},
	{name: "IntraModeChroma", form: "range", more: intraModes, unit: func(u *partition.Unit) (int, bool) { return int(u.Chroma), u.Chroma >= 0 }},
	{name: "MergeIdx", form: "range", more: between(0, 4), codec: "hevc", unit: func(u *partition.Unit) (int, bool) { return int(u.Merge), u.Merge >= 0 }},
	{name: "RefIdxL0", form: "range", more: references, unit: func(u *partition.Unit) (int, bool) { return int(u.Ref[0]), u.Ref[0] >= 0 }},
	{name: "RefIdxL1", form: "range", more: references, unit: func(u *partition.Unit) (int, bool) { return int(u.Ref[1]), u.Ref[1] >= 0 }},
	{name: "InterMode", form: "range", more: between(13, 24), codec: "av1", unit: func(u *partition.Unit) (int, bool) { return int(u.Inter), u.Inter >= 0 }},
	{name: "InterFilterX", form: "range", more: between(0, 3), codec: "av1", unit: func(u *partition.Unit) (int, bool) { return int(u.Filter[0]), u.Filter[0] >= 0 }},
	{name: "InterFilterY", form: "range", more: between(0, 3), codec: "av1", unit: func(u *partition.Unit) (int, bool) { return int(u.Filter[1]), u.Filter[1] >= 0 }},
	{name: "TransformWidth", form: "range", more: transforms, unit: func(u *partition.Unit) (int, bool) { return u.Transforms.Width, u.Transforms.Count > 0 }},
	{name: "TransformHeight", form: "range", more: transforms, unit: func(u *partition.Unit) (int, bool) { return u.Transforms.Height, u.Transforms.Count > 0 }},
}

// colours appends the colours of the types of blocks, which are the player's.
func colours(b []byte, _ string) []byte {
	for t := range partition.TypeCount {
		c := overlay.TypeColour(t)
		b = fmt.Appendf(b, "%%;mapColor;%d;%d;%d;%d;255\n", t, c.R, c.G, c.B)
	}
	return b
}

// between returns a function that appends a scale.
func between(low, high int) func([]byte, string) []byte {
	return func(b []byte, _ string) []byte { return fmt.Appendf(b, "%%;defaultRange;%d;%d;jet\n", low, high) }
}

// quantisers appends the whole scale of the codec's quantisers.
func quantisers(b []byte, codec string) []byte {
	low, high := 2, 62 // MPEG-2's, as the decoders of its family have it
	switch codec {
	case "h264", "hevc", "evc":
		low, high = 0, 51
	case "vvc":
		low, high = 0, 63
	case "vp9", "av1":
		low, high = 0, 255
	}
	return between(low, high)(b, codec)
}

// depths appends the scale of a codec's divisions.
func depths(b []byte, codec string) []byte {
	if codec == "av1" {
		return between(0, 5)(b, codec)
	}
	return between(0, 3)(b, codec)
}

// intraModes appends the scale of a codec's modes of intra prediction.
func intraModes(b []byte, codec string) []byte {
	if codec == "av1" {
		return between(0, 13)(b, codec)
	}
	return between(0, 34)(b, codec)
}

// references appends the scale of a codec's references.
func references(b []byte, codec string) []byte {
	if codec == "av1" {
		return between(0, 6)(b, codec)
	}
	return between(0, 15)(b, codec)
}

// transforms appends the scale of the sides of a codec's transform blocks.
func transforms(b []byte, codec string) []byte {
	if codec == "av1" {
		return between(4, 64)(b, codec)
	}
	return between(4, 32)(b, codec)
}

// densities appends the scale of bits, 0 to 1 for each pixel.
func densities(b []byte, codec string) []byte {
	return append(between(0, 1)(b, codec), "%;scaleToBlockSize;1\n"...)
}

// arrows returns a function that appends the colour and the scale of vectors.
func arrows(c color.RGBA) func([]byte, string) []byte {
	return func(b []byte, _ string) []byte {
		return fmt.Appendf(b, "%%;vectorColor;%d;%d;%d;255\n%%;scaleFactor;%d\n", c.R, c.G, c.B, vectorScale)
	}
}

// statistics writes YUView's statistics: integers, one picture size, and blocks and vectors cut to the
// picture. Rows of a frame are grouped by types.
type statistics struct {
	out      io.Writer
	playlist io.Writer // or nil
	head     *header
	text     []byte
}

func beginStatistics(w io.Writer, companions []io.Writer, h *header) (writer, error) {
	s := &statistics{out: w, head: h}
	if len(companions) > 0 {
		s.playlist = companions[0]
	}
	s.text = h.source.AppendYUView(nil)
	for i := range kinds {
		k := &kinds[i]
		if k.list != 0 && !h.vectors || k.unit != nil && !h.options.Units || k.codec != "" && k.codec != h.source.CodecName {
			continue
		}
		s.text = fmt.Appendf(s.text, "%%;type;%d;%s;%s\n", i, k.name, k.form)
		s.text = append(k.more(s.text, h.source.CodecName), "%;gridColor;255;255;255\n"...)
	}
	return s, write(w, s.text)
}

func (s *statistics) frame(f *frame) (placed bool, err error) {
	switch {
	case f.Index > math.MaxInt32:
		return false, fmt.Errorf("frame %d: YUView counts frames in 32 bits", f.Index)
	case f.Width != s.head.source.Width || f.Height != s.head.source.Height:
		return false, nil
	}
	s.text = s.text[:0]
	for i := range kinds {
		switch k := &kinds[i]; {
		case k.value != nil:
			s.blocks(f, i)
		case k.unit != nil:
			s.units(f, i)
		default:
			s.vectors(f, i)
		}
	}
	return true, write(s.out, s.text)
}

// blocks appends the rows of a type of blocks.
func (s *statistics) blocks(f *frame, number int) {
	for i := range f.coded.Blocks {
		b := &f.coded.Blocks[i]
		if n, ok := kinds[number].value(b); ok {
			s.place(f, b.X, b.Y, b.Width, b.Height, number)
			s.numbers('\n', n)
		}
	}
}

// units appends the rows of a type of prediction units. There are none unless they are needed.
func (s *statistics) units(f *frame, number int) {
	for i := range f.coded.Units {
		u := &f.coded.Units[i]
		if n, ok := kinds[number].unit(u); ok {
			s.place(f, u.X, u.Y, u.Width, u.Height, number)
			s.numbers('\n', n)
		}
	}
}

// vectors appends the rows of a type of vectors. Those of an unknown list are in list 0 if they refer to
// an earlier frame, else in list 1.
func (s *statistics) vectors(f *frame, number int) {
	for i := range f.coded.Vectors {
		v := &f.coded.Vectors[i]
		list := v.List
		switch {
		case list == 0 && v.Future:
			list = 2
		case list == 0:
			list = 1
		}
		if list == kinds[number].list {
			s.place(f, v.X, v.Y, v.Width, v.Height, number)
			s.numbers('\n', scaled(v.DX, v.Scale), scaled(v.DY, v.Scale))
		}
	}
}

// scaled returns a coordinate of a vector in units of 1/vectorScale pixel.
func scaled(n, scale int32) int {
	return int(math.Round(float64(n) * vectorScale / float64(scale)))
}

// place appends the start of a row.
func (s *statistics) place(f *frame, x, y, width, height int32, number int) {
	left, top, right, bottom := f.coded.Clip(x, y, width, height)
	s.text = append(strconv.AppendInt(s.text, f.Index, 10), ';')
	s.numbers(';', left, top, right-left, bottom-top, number)
}

// numbers appends numbers with semicolons between them, and a character after the last one.
func (s *statistics) numbers(last byte, list ...int) {
	for i, n := range list {
		if s.text = strconv.AppendInt(s.text, int64(n), 10); i < len(list)-1 {
			s.text = append(s.text, ';')
		}
	}
	s.text = append(s.text, last)
}

// end writes the playlist.
func (s *statistics) end() error {
	if s.playlist == nil {
		return nil
	}
	h := s.head
	return quads.WritePlaylist(s.playlist, &h.source, kinds[0].name, h.options.Path, h.options.Name != "" || h.live, h.options.Out)
}
