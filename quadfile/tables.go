package quadfile

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ffkvadrat/analysis/levels"
	"ffkvadrat/edge"
	"ffkvadrat/quadfile/columns"
	"ffkvadrat/yuv/channel"
)

// column is a column of a table of quads or of frames.
type column struct {
	columns.Column
	when string                                       // for the documents: the condition of a column that not all tables have
	has  func(h *Header) bool                         // nil: all have it
	add  func(v *columns.Values, h *Header, p *Piece) // appends the frame's value, or is nil
	each func(to []int32, f *Frame)                   // instead of add: sets the values of all quads; nil with Among, which is of levels
}

// ofFrame reports whether all quads of a frame have the same value.
func (c *column) ofFrame() bool { return c.add != nil }

// tableOf returns a table's columns for a header.
func tableOf(all []column, h *Header) (list []column) {
	for _, c := range all {
		if c.has == nil || c.has(h) {
			list = append(list, c)
		}
	}
	return list
}

// quadTable returns the columns of a table of quads, cubes, points or hits, of all variants.
func quadTable() []column {
	all := []column{
		{Column: columns.Column{Name: "frame_index", Kind: columns.Int64, Optional: true, Coding: columns.Near}, add: addIndex},
		{Column: columns.Column{Name: "pts", Kind: columns.Int64, Optional: true, Coding: columns.Near}, add: addPTS},
		{Column: columns.Column{Name: "pts_time", Kind: columns.Double, Coding: columns.Common}, add: addTime},
		{Column: columns.Column{Name: "x", Kind: columns.Int32, Coding: columns.Near}, each: func(to []int32, f *Frame) {
			to = to[:len(f.Quads)]
			for i, q := range f.Quads {
				to[i] = int32(q.X())
			}
		}},
		{Column: columns.Column{Name: "y", Kind: columns.Int32, Coding: columns.Near}, each: func(to []int32, f *Frame) {
			to = to[:len(f.Quads)]
			for i, q := range f.Quads {
				to[i] = int32(q.Y())
			}
		}},
		{Column: columns.Column{Name: "frame", Kind: columns.Int32, Coding: columns.Near}, when: "with `cube`", has: (*Header).hasCubes,
			each: func(to []int32, f *Frame) { widen(to, f.Starts) }},
		{Column: columns.Column{Name: "level", Kind: columns.Int32, Coding: columns.Common, Among: allLevels(func(level int) int { return level })}, when: "but with `value`", has: (*Header).hasSizes},
		{Column: columns.Column{Name: "size", Kind: columns.Int32, Coding: columns.Common, Among: allLevels(func(level int) int { return 1 << level })}, when: "but with `value`", has: (*Header).hasSizes},
		{Column: columns.Column{Name: "value", Kind: columns.Int32, Coding: columns.Near}, when: "with `leaf-points` and `template-hits`", has: (*Header).hasValues,
			each: func(to []int32, f *Frame) { widen(to, f.Values) }},
	}
	for _, features := range []channel.Space{channel.RGB, channel.YUV, channel.Vectors} {
		for c, name := range meanNames(features) {
			all = append(all, column{
				Column: columns.Column{Name: name, Kind: columns.Int32, Coding: columns.Near}, when: "with `common-feature`, `" + features.String() + "`",
				has: func(h *Header) bool { return h.Analysis.Variant.HasMeans() && h.Analysis.Features == features },
				each: func(to []int32, f *Frame) {
					for i := range f.Means {
						to[i] = int32(f.Means[i].Vector()[c])
					}
				},
			})
		}
	}
	return append(all, column{
		Column: columns.Column{Name: "class", Kind: columns.Int32, Coding: columns.Near}, when: "with `bounds`",
		has:  func(h *Header) bool { return h.Analysis.Bounds != edge.Bounds{} },
		each: func(to []int32, f *Frame) { widen(to, f.Classes) },
	})
}

// allLevels returns a number of each level.
func allLevels(of func(level int) int) (list []int32) {
	for level := range levels.Count {
		list = append(list, int32(of(level)))
	}
	return list
}

func widen[T uint8 | uint16](to []int32, from []T) {
	for i, v := range from {
		to[i] = int32(v)
	}
}

func (h *Header) hasThresholds() bool { return h.Analysis.EachFrame }
func (h *Header) isInterlaced() bool  { return h.Source.Interlaced }

func (h *Header) hasCubes() bool  { return h.Analysis.Cube != 0 }
func (h *Header) hasValues() bool { return h.Analysis.Variant.HasValues() }
func (h *Header) hasSizes() bool  { return !h.hasValues() }

func addIndex(v *columns.Values, _ *Header, p *Piece) {
	addNumber(v, p.frame.Index, p.frame.Index >= 0)
}

func addPTS(v *columns.Values, _ *Header, p *Piece) { addNumber(v, p.frame.PTS, p.frame.HasPTS) }

// addTime appends the time with six decimals.
func addTime(v *columns.Values, _ *Header, p *Piece) {
	var room [64]byte
	v.Doubles = append(v.Doubles, doubleOf(appendSeconds(room[:0], p.frame.Time)))
}

// doubleOf parses a number that this package has formatted.
func doubleOf(text []byte) float64 {
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		panic(err) // cannot happen
	}
	return v
}

// addNumber appends a whole number of an optional column.
func addNumber(v *columns.Values, n int64, known bool) {
	v.Ints, v.Unknown = append(v.Ints, n), append(v.Unknown, !known)
}

// addNarrow appends a whole number of 32 bits.
func addNarrow(v *columns.Values, n int) { v.Narrow = append(v.Narrow, int32(n)) }

// addDouble appends a number of an optional column with six decimals.
func addDouble(v *columns.Values, n float64, known bool) {
	v.Doubles, v.Unknown = append(v.Doubles, rounded(n)), append(v.Unknown, !known)
}

// rounded returns v rounded to six decimals, as parsed from its text.
func rounded(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	var room [350]byte
	return doubleOf(strconv.AppendFloat(room[:0], v, 'f', 6, 64))
}

// addText appends a text. As in JSON, each byte that is not valid UTF-8 becomes U+FFFD.
func addText(v *columns.Values, text string) {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	v.Texts, v.Unknown = append(v.Texts, text), append(v.Unknown, text == "")
}

func addBool(v *columns.Values, b bool) {
	n := int64(0)
	if b {
		n = 1
	}
	v.Ints = append(v.Ints, n)
}

// frameTable returns the columns of a table of frames: of a summary, or next to a table of quads.
func frameTable(summary bool) []column {
	all := []column{
		{Column: columns.Column{Name: "frame_index", Kind: columns.Int64, Optional: true, Coding: columns.Near}, add: addIndex},
		{Column: columns.Column{Name: "pts", Kind: columns.Int64, Optional: true, Coding: columns.Near}, add: addPTS},
		{Column: columns.Column{Name: "pts_time", Kind: columns.Double}, add: addTime},
		{Column: columns.Column{Name: "key_frame", Kind: columns.Bool},
			add: func(v *columns.Values, _ *Header, p *Piece) { addBool(v, p.frame.KeyFrame) }},
		{Column: columns.Column{Name: "pict_type", Kind: columns.Text, Optional: true, Coding: columns.Common}, add: addPictType},
		{Column: columns.Column{Name: "width", Kind: columns.Int32, Coding: columns.Common},
			add: func(v *columns.Values, _ *Header, p *Piece) { addNarrow(v, p.frame.Width) }},
		{Column: columns.Column{Name: "height", Kind: columns.Int32, Coding: columns.Common},
			add: func(v *columns.Values, _ *Header, p *Piece) { addNarrow(v, p.frame.Height) }},
		{Column: columns.Column{Name: "pix_fmt", Kind: columns.Text, Optional: true, Coding: columns.Common},
			add: func(v *columns.Values, _ *Header, p *Piece) { addText(v, p.frame.PixFmt) }},
		{Column: columns.Column{Name: "corrupt", Kind: columns.Bool},
			add: func(v *columns.Values, _ *Header, p *Piece) { addBool(v, p.frame.Corrupt) }},
		{Column: columns.Column{Name: "errors", Kind: columns.Int64, Coding: columns.Near},
			add: func(v *columns.Values, _ *Header, p *Piece) { v.Ints = append(v.Ints, int64(p.frame.Errors)) }},
		{Column: columns.Column{Name: "interlaced", Kind: columns.Text, Optional: true, Coding: columns.Common}, when: "with the header's `interlaced`", has: (*Header).isInterlaced,
			add: func(v *columns.Values, _ *Header, p *Piece) { addText(v, p.frame.Interlacing.String()) }},
		{Column: columns.Column{Name: "threshold", Kind: columns.Double}, when: "with `each_frame`", has: (*Header).hasThresholds,
			add: func(v *columns.Values, _ *Header, p *Piece) {
				v.Doubles = append(v.Doubles, math.Abs(p.frame.Threshold))
			}},
		{Column: columns.Column{Name: "frames", Kind: columns.Int32, Coding: columns.Common}, when: "with `cube`", has: (*Header).hasCubes,
			add: func(v *columns.Values, _ *Header, p *Piece) { addNarrow(v, p.frame.Window) }},
		{Column: columns.Column{Name: "quad_count", Kind: columns.Int64, Coding: columns.Near},
			add: func(v *columns.Values, _ *Header, p *Piece) { v.Ints = append(v.Ints, int64(p.count)) }},
		{Column: columns.Column{Name: "coverage", Kind: columns.Double},
			add: func(v *columns.Values, _ *Header, p *Piece) {
				v.Doubles = append(v.Doubles, float64(p.frame.millionths(p.area))/1e6)
			}},
	}
	if !summary {
		return all
	}
	return append(all, summaryColumns()...)
}

// addPictType appends the frame's type, if it is known.
func addPictType(v *columns.Values, _ *Header, p *Piece) {
	const known = "IPBSipb"
	text := ""
	if i := strings.IndexByte(known, p.frame.PictType); i >= 0 {
		text = known[i : i+1] // a substring, to avoid an allocation
	}
	addText(v, text)
}

// summaryColumns returns the columns that only summaries have.
func summaryColumns() []column {
	all := []column{{Column: columns.Column{Name: "area_entropy", Kind: columns.Double}, when: summaries,
		add: func(v *columns.Values, h *Header, p *Piece) { v.Doubles = append(v.Doubles, rounded(p.entropy(h))) }}}
	for level := range levels.Count {
		all = append(all, column{Column: columns.Column{Name: "count_" + strconv.Itoa(1<<level), Kind: columns.Int64, Coding: columns.Near}, when: summaries,
			add: func(v *columns.Values, _ *Header, p *Piece) { v.Ints = append(v.Ints, p.sizes[level]) }})
	}
	for i, name := range lumaNames {
		c := column{Column: columns.Column{Name: name, Kind: columns.Int32, Optional: true, Coding: columns.Near}, when: summaries,
			add: func(v *columns.Values, _ *Header, p *Piece) {
				n := 0
				if p.frame.HasLuma {
					n = int(p.frame.Luma.Percentiles[i-1])
				}
				addNarrow(v, n)
				v.Unknown = append(v.Unknown, !p.frame.HasLuma)
			}}
		if i == 0 {
			c.Kind, c.Coding = columns.Double, columns.Loose
			c.add = func(v *columns.Values, _ *Header, p *Piece) {
				v.Doubles, v.Unknown = append(v.Doubles, float64(p.frame.meanMillionths())/1e6), append(v.Unknown, !p.frame.HasLuma)
			}
		}
		all = append(all, c)
	}
	double := func(name, when string, has func(h *Header) bool, value func(p *Piece) (float64, bool)) {
		all = append(all, column{Column: columns.Column{Name: name, Kind: columns.Double, Optional: true}, when: when, has: has,
			add: func(v *columns.Values, _ *Header, p *Piece) {
				n, known := value(p)
				addDouble(v, n, known)
			}})
	}
	fill := func(h *Header) bool { return h.Fill != "" }
	double(distortionNames[0], "with `fill`", fill, func(p *Piece) (float64, bool) { return p.frame.Distortion.PSNR(), true })
	double(distortionNames[1], "with `fill`", fill, func(p *Piece) (float64, bool) { return p.frame.Distortion.SSIM, p.frame.Distortion.HasSSIM })
	informs := func(h *Header) bool { return h.SITI != "" }
	double(informationNames[0], "with `siti`", informs, func(p *Piece) (float64, bool) { return p.frame.Information.SI, p.frame.Information.HasSI })
	double(informationNames[1], "with `siti`", informs, func(p *Piece) (float64, bool) { return p.frame.Information.TI, p.frame.Information.HasTI })
	coded := func(h *Header) bool { return h.Coded }
	for i := range codedFields {
		f := &codedFields[i]
		if f.whole {
			all = append(all, column{Column: columns.Column{Name: f.name, Kind: columns.Int64, Optional: true, Coding: columns.Near}, when: "with `coded`", has: coded,
				add: func(v *columns.Values, _ *Header, p *Piece) {
					n := f.of(&p.frame.Coded, p.count)
					addNumber(v, int64(n.Value), n.Known)
				}})
			continue
		}
		double(f.name, "with `coded`", coded, func(p *Piece) (float64, bool) {
			n := f.of(&p.frame.Coded, p.count)
			return n.Value, n.Known
		})
	}
	return all
}

// summaries is the condition of a summary's columns in the documents.
const summaries = "with `--summary`"
