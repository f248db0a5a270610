package session

import (
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/overlay"
	"ffkvadrat/player/views"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// MaxLineWidth is the widest line that the player draws, in pixels.
const MaxLineWidth = 4

// table has all stored settings, in the order in which they are written.
var table = [...]Setting{
	word("variant", func(s *Settings) *analysis.Variant { return &s.Variant }, analysis.ParseVariant, analysis.VariantCount).
		flag("variant", "What becomes a quad. edge: pixels that differ little from their neighbours. feature: pixels of similar colour, merged. points: the pixels of edge, each with its luma. template: places that look like a template.").widget("Variant", ""),
	number("threshold", func(s *Settings) *float64 { return &s.Threshold }, 0, 1e6). // Check knows the operator's scale
												flag("threshold", "How much pixels of a quad may differ. With the operator cross, and with the variant feature, from 0 to 4, "+
			strconv.FormatFloat(analysis.DefaultThreshold, 'g', -1, 64)+" by default; the player finds one for each video. docs/reference/algorithm.md has the other operators' scales.").widget("Threshold", ""),
	truth("auto_threshold", func(s *Settings) *bool { return &s.Auto }).says("Finds for each video the threshold with about 8000 quads, at the first frame that shows something; moving the threshold ends that. On the command line --quads auto finds the same.").widget("Auto", ""),
	word("operator", func(s *Settings) *edge.Operator { return &s.Operator }, edge.ParseOperator, edge.Operator(len(edge.Operators()))).
		flag("operator", "Edge operator of the variants edge and points. One of ${words}. linear allows sloping surfaces; motion compares with the frame before; luma and range compare luma with the threshold; colour and box find pixels near --colour, or in its range.").widget("Operator", ""),
	word("planes", func(s *Settings) *edge.Planes { return &s.Planes }, edge.ParsePlanes, edge.PlanesCount).
		flag("planes", "Planes that the operator reads. y is luma, yuv all planes, alpha the transparency of pictures that have it.").widget("Planes", ""),
	number("low", func(s *Settings) *float64 { return &s.Low }, 0, 1e6).
		flag("low", "Lower bound of a band; the threshold is its upper bound. Such as edges of some strength, or a band of luma with the operator range.").widget("Lower bound", ""),
	truth("invert", func(s *Settings) *bool { return &s.Invert }).
		flag("invert", "Cover the other pixels: those with edges.").widget("Invert", ""),
	text("bounds", func(s *Settings) *edge.Bounds { return &s.Bounds }, edge.ParseBounds).
		says("Boundaries of classes, in ascending order. Each class has its own quads. On the command line the lower bound comes first and the threshold last: --operator range --classes 0,0.25,0.5,0.75,1 gives four classes of luma.").widget("Classes", ""),
	word("features", func(s *Settings) *channel.Space { return &s.Features }, channel.ParseSpace, channel.SpaceCount).
		flag("features", "Channels of colours. One of ${words}. For the variant feature and the operators colour and box; vectors are motion vectors of H.264, MPEG-1, MPEG-2 and MPEG-4, for the variant feature.").widget("Features", ""),
	text("colours", func(s *Settings) *channel.Box { return &s.Colours }, channel.ParseBox).
		flag("colour", "Colour of the operators colour and box. Such as '#e0b020' or 224,176,32, each channel from 0 to 255; for box a range, such as 200,150,0-255,200,60.").widget("Colour", ""),
	word("order", func(s *Settings) *points.Order { return &s.Order }, points.ParseOrder, points.OrderCount).
		flag("order", "Order of points and hits. One of ${words}. morton is the order of quads; lines goes line by line; value goes from the largest value, or the best hit, down.").widget("Order", ""),
	text("template", func(s *Settings) *match.Template { return &s.Search.Template }, match.ParseTemplate).
		says("Small picture to search for, up to 64×64 pixels. A file, or a rectangle of the video X,Y,W,H and its frame, as in 300,200,32,24@#10 or @0:05. It implies --variant template.").widget("Template", ""),
	truth("suppress", func(s *Settings) *bool { return &s.Search.Suppress }).
		flag("suppress", "Keep the best of hits that overlap. Overlapping hits are less than half the template's size apart.").widget("Suppress", ""),
	whole("min_size", func(s *Settings) *int { return &s.MinSize }, 0, 1<<20).
		flag("min-size", "Leave out quads smaller than N pixels, a power of two.").widget("Min size", "px"),
	whole("max_size", func(s *Settings) *int { return &s.MaxSize }, 0, 1<<20).
		flag("max-size", "Split quads larger than N pixels, a power of two.").widget("Max size", "px"),
	whole("wanted", func(s *Settings) *int { return &s.Wanted }, 0, 999_999_999).
		says("Finds the threshold that gives about this number of quads.").widget("About", "quads"),
	truth("each_frame", func(s *Settings) *bool { return &s.EachFrame }).
		says("Finds the threshold again for each picture; moving the threshold ends that.").widget("Each frame", ""),
	word("cube", func(s *Settings) *Cubing { return &s.Cube }, ParseCubing, CubingCount).
		flag("cube", "Show cubes in windows of N frames instead of quads. N is 8, 16, 32 or 64; 0 is off. A cube is as long in frames as it is wide in pixels, and crosses no cut. For the variant edge. --colour-by age shows for how many frames each lasts.").widget("Cube", ""),
	choice("matrix", func(s *Settings) *yuv.Matrix { return &s.Shown.Matrix }, yuv.ParseMatrix, tagged(yuv.MatrixNames(), yuv.Matrix.String)).
		flag("matrix", "Matrix from YUV to RGB, for the display. One of ${words}.").widget("Matrix", ""),
	choice("range", func(s *Settings) *yuv.Range { return &s.Shown.Range }, yuv.ParseRange, tagged(yuv.RangeNames(), yuv.Range.String)).
		flag("range", "Range of the code values, for the display. One of ${words}.").widget("Range", ""),
	choice("transfer", func(s *Settings) *yuv.Transfer { return &s.Shown.Transfer }, yuv.ParseTransfer, tagged(yuv.TransferNames(), yuv.Transfer.String)).
		flag("transfer", "Transfer curve, for the display. One of ${words}; pq and hlg are tone-mapped.").widget("Transfer", ""),
	number("brightness", func(s *Settings) *float64 { return &s.Brightness }, -1, 1).
		says("Makes the video lighter or darker in the window; nothing that is saved or exported changes.").widget("Brightness", "%"),
	number("contrast", func(s *Settings) *float64 { return &s.Contrast }, 0, 4).
		says("Spreads the video's luma in the window, around its middle; nothing that is saved or exported changes.").widget("Contrast", "%"),
	truth("overlay", func(s *Settings) *bool { return &s.Overlay }).
		says("Draws the quads over the picture.").widget("Overlay", ""),
	word("look", func(s *Settings) *overlay.Look { return &s.Look }, overlay.ParseLook, overlay.LookCount).
		flag("look", "How quads are drawn. One of ${words}; mosaic fills each with its mean colour.").widget("Look", ""),
	word("colour", func(s *Settings) *overlay.Colouring { return &s.Colour }, overlay.ParseColouring, overlay.ColouringCount).
		flag("colour-by", "What the quads' colours show. level: their size. mean: how light the picture under them is. age: for how many frames they have been there. class: their class. difference, in the player: whether they are in stored quads, in live ones or in both, with equal mean and class or not. The codec's blocks: whether the codec or the content divides more finely.").widget("Colour by", ""),
	number("opacity", func(s *Settings) *float64 { return &s.Opacity }, 0, 1).
		flag("opacity", "Opacity of the quads, from 0 to 1.").widget("Opacity", "%"),
	whole("line_width", func(s *Settings) *int { return &s.LineWidth }, 0, MaxLineWidth).
		flag("line", "Width of the outlines in pixels.").widget("Line", "px"),
	word("detail", func(s *Settings) *overlay.Detail { return &s.Detail }, overlay.ParseDetail, overlay.DetailCount).
		flag("detail", "How small quads are drawn. auto draws quads that are too small for outlines as a tint; full draws all outlines.").widget("Detail", ""),
	whole("only_size", func(s *Settings) *int { return &s.OnlySize }, 0, 1<<14).
		says("Draws only the quads of one size. Click a size's colour, or its line in the plots, to choose it; click again to draw all sizes.").widget("Only size", "px"),
	truth("codec", func(s *Settings) *bool { return &s.Codec }).
		says("Draws the blocks of the codec, in greens by quantiser: the finer, the lighter. It works with H.264, MPEG-1, MPEG-2, MPEG-4 and related codecs, and with VP9 with segments; the video is then decoded in software. With a trace (--trace on the command line) it works with every codec.").widget("Codec", ""),
	truth("motion", func(s *Settings) *bool { return &s.Motion }).
		says("Draws the codec's motion vectors with its blocks: from a dot in the middle of a block to the place that predicts it; white for earlier frames, pink for later ones.").widget("Motion", ""),
	word("view", func(s *Settings) *views.View { return &s.View }, views.ParseView, views.ViewCount).
		says("What the window shows: the video, the strength of its edges, the mask of leaf pixels, a level of the pyramid, its luma in false colours, its samples out of range, the leaf pixels packed and sorted by luma, the video with its light spread over the whole range, the picture that the quads make, the map that they make for an encoder, or the quads of the last 64 pictures as a cloud in space: x, y and time.").widget("View", ""),
	whole("level", func(s *Settings) *int { return &s.Level }, 0, 14).says("Level of the pyramid: each cell covers four cells of the level below.").widget("Level", ""), // yuv.MaxSide is 2^14
	word("fill", func(s *Settings) *reconstruction.Fill { return &s.Fill }, reconstruction.ParseFill, reconstruction.FillCount).
		flag("fill", "How quads are filled in the view reconstruction. One of ${words}. mean is one value, linear interpolates between the corners.").widget("Fill", ""),
	word("map_for", func(s *Settings) *regions.Form { return &s.MapFor }, regions.ParseForm, regions.FormCount).
		flag("map-for", "Encoder whose map the view map shows. One of ${words}. kvazaar and SVT-AV1 have one number for 64×64 pixels; roi has one for 16×16, as regions of interest of x264 and x265.").widget("Map for", ""),
	whole("strength", func(s *Settings) *int { return &s.Strength }, -regions.MaxStrength, regions.MaxStrength).
		flag("strength", "QP steps between blocks with small quads and without. Of maps for encoders, in the view map, in exports and as regions of interest: a block full of small quads gets a quantiser this much lower than one without any. Below 0, higher.").widget("Strength", ""),
	number("volume", func(s *Settings) *float64 { return &s.Volume }, 0, 1).says("Volume of the sound.").widget("Volume", "%"),
	truth("muted", func(s *Settings) *bool { return &s.Muted }).says("Switches the sound off.").widget("Mute", ""),
	truth("panel", func(s *Settings) *bool { return &s.Panel }),
	truth("advanced", func(s *Settings) *bool { return &s.Advanced }),
	whole("panel_width", func(s *Settings) *int { return &s.PanelWidth }, LeastPanelWidth, MostPanelWidth),
	number("panel_scale", func(s *Settings) *float64 { return &s.PanelScale }, 0.5, 3).
		says("Size of the texts and widgets, as far as the window has room.").widget("Scale", "%"),
	word("tab", func(s *Settings) *Tab { return &s.Tab }, ParseTab, TabCount),
	word("timeline", func(s *Settings) *Timeline { return &s.Timeline }, ParseTimeline, timelineCount),
	text("curves", func(s *Settings) *Curves { return &s.Curves }, ParseCurves),
}

// tagged are the words for replacing a video's tags; the first keeps the tags.
func tagged[T ~uint8](names []string, title func(T) string) []Word {
	words := []Word{{names[0], "As tagged"}}
	for i, name := range names[1:] {
		words = append(words, Word{name, title(T(i + 1))})
	}
	return words
}

// Table returns the stored settings.
func Table() []Setting { return table[:] }

// Named returns the setting with a name in files, or nil.
func Named(name string) *Setting { return find(func(r *Setting) bool { return r.Name == name }) }

// Flagged returns the setting of a flag, or nil.
func Flagged(flag string) *Setting {
	return find(func(r *Setting) bool { return r.Flag != "" && r.Flag == flag })
}

func find(fits func(*Setting) bool) *Setting {
	for i := range table {
		if r := &table[i]; fits(r) {
			return r
		}
	}
	return nil
}

// WordNames returns the names of a choice's words, with commas between them.
func (r *Setting) WordNames() string {
	names := make([]string, len(r.Words))
	for i, w := range r.Words {
		names[i] = w.Name
	}
	return strings.Join(names, ",")
}
