package session

import (
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/measure/align"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/sides"
	"ffkvadrat/yuv"
)

// MaxLineWidth is the widest line that the player draws, in pixels.
const MaxLineWidth = 4

// table has all stored settings, in the order in which they are written: the parameters, then others.
var table = append(parameters(), []Setting{
	truth("for_all", func(s *Settings) *bool { return &s.ForAll }).
		says("All videos have the same variant, threshold, classes, colours and template. Otherwise each video has its own, and a new one starts with Auto, its own threshold.").widget("Same for all videos", "").called("Same parameters for all videos"),
	whole("wanted", func(s *Settings) *int { return &s.Wanted }, 0, 999_999_999).
		says("Finds the threshold that gives about this number of quads.").widget("About", "quads").called("Wanted number of quads").in(Plots),
	truth("each_frame", func(s *Settings) *bool { return &s.EachFrame }).
		says("Finds in each frame the threshold that gives the wanted number; moving the threshold switches this off.").widget("In each frame", "").called("A threshold for each frame").in(Plots),
	word("cube", func(s *Settings) *Cubing { return &s.Cube }, ParseCubing, CubingCount).
		flag("cube", "Show cubes in windows of N frames instead of quads. N is 8, 16, 32 or 64; 0 is off. A cube is as long in frames as it is wide in pixels, and crosses no cut. For the variant edge. --colour-by age shows for how many frames each lasts.").widget("Cube", "").called("Cubes"),
	choice("matrix", func(s *Settings) *yuv.Matrix { return &s.Shown.Matrix }, yuv.ParseMatrix, tagged(yuv.MatrixNames(), yuv.Matrix.String)).
		flag("matrix", "Matrix from YUV to RGB, for the display. One of ${words}.").widget("Matrix", "").called("Colour matrix").in(Video),
	choice("range", func(s *Settings) *yuv.Range { return &s.Shown.Range }, yuv.ParseRange, tagged(yuv.RangeNames(), yuv.Range.String)).
		flag("range", "Range of the code values, for the display. One of ${words}.").widget("Range", "").called("Colour range").in(Video),
	choice("transfer", func(s *Settings) *yuv.Transfer { return &s.Shown.Transfer }, yuv.ParseTransfer, tagged(yuv.TransferNames(), yuv.Transfer.String)).
		flag("transfer", "Transfer curve, for the display. One of ${words}; pq and hlg are tone-mapped.").widget("Transfer", "").called("Transfer curve").in(Video),
	word("interlaced", func(s *Settings) *yuv.Fields { return &s.Fields }, yuv.ParseFields, yuv.FieldsCount).
		flag("interlaced", "What of the frames is shown and analysed. One of ${words}. frames: whole frames. split: both fields as pictures of half the height, the second half a frame later. top, bottom: these fields of all frames.").widget("Interlaced", "").called("Fields of interlaced video").in(Video),
	word("film_grain", func(s *Settings) *yuv.Grain { return &s.Grain }, yuv.ParseGrain, yuv.GrainCount).
		flag("film-grain", "Film grain that AV1, H.264, HEVC and VVC streams describe and the decoder makes. One of ${words}. off leaves it out: pictures are as they were coded.").widget("Film grain", "").in(Video),
	text("align", func(s *Settings) *align.Rule { return &s.Align }, align.ParseRule).
		flag("align", "How frames of two videos are matched: start, pts, auto, none or N. start counts time from each video's first frame; pts takes time stamps as they are. auto finds the frames that show the same, and what only one video has or has twice; it reads the videos twice. none matches the nth frame with the nth. N is the index of the reference's frame that the encode begins with, and negative if the encode begins earlier.").widget("Align", "").called("Alignment of the second video").in(Marks).passing(),
	number("brightness", func(s *Settings) *float64 { return &s.Brightness }, -1, 1).
		says("Makes the video lighter or darker in the window; nothing that is saved or exported changes.").widget("Brightness", "%").in(Video),
	number("contrast", func(s *Settings) *float64 { return &s.Contrast }, 0, 4).
		says("Spreads the video's luma in the window, around its middle; nothing that is saved or exported changes.").widget("Contrast", "%").in(Video),
	truth("overlay", func(s *Settings) *bool { return &s.Overlay }).
		says("Draws the quads over the picture.").widget("Overlay", ""),
	word("look", func(s *Settings) *overlay.Look { return &s.Look }, overlay.ParseLook, overlay.LookCount).
		flag("look", "How quads are drawn. One of ${words}; mosaic fills each with its mean colour.").widget("Look", "").called("Look of the overlay"),
	word("colour", func(s *Settings) *overlay.Colouring { return &s.Colour }, overlay.ParseColouring, overlay.ColouringCount).
		chosen(func(s *Settings, i int) { s.SetColour(overlay.Colouring(i)) }).
		flag("colour-by", "What the quads' colours show. level: their size. mean: how light the picture under them is. age: for how many frames they have been there. class: their class. level-safe: their size, in colours that differ for colour-blind people. difference, in the player: whether they are in stored quads, in live ones or in both, with equal mean and class or not. error, with a second video (--beside): the root mean squared error of its luma, in 255ths of the scale. The codec's blocks: whether the codec or the content divides more finely.").widget("Colour by", "").called("Colours of the overlay"),
	number("opacity", func(s *Settings) *float64 { return &s.Opacity }, 0, 1).
		flag("opacity", "Opacity of the quads, from 0 to 1.").widget("Opacity", "%").called("Opacity of the overlay"),
	whole("line_width", func(s *Settings) *int { return &s.LineWidth }, 0, MaxLineWidth).
		flag("line", "Width of the outlines in pixels.").widget("Line", "px").called("Line width"),
	word("detail", func(s *Settings) *overlay.Detail { return &s.Detail }, overlay.ParseDetail, overlay.DetailCount).
		flag("detail", "How small quads are drawn. auto draws quads that are too small for outlines as a tint; full draws all outlines; fade draws fainter and fainter outlines down to 3 pixels of the window, over 0.3 of the tint, and is as auto for filled quads, mosaics, points, inverted and compared quads.").widget("Detail", "").called("Detail of small quads"),
	whole("only_size", func(s *Settings) *int { return &s.OnlySize }, 0, 1<<14).
		says("Draws only the quads of one size. Click a size's colour, or its line in the plots, to choose it; click again to draw all sizes. Faint colours: sizes too small for outlines in the window; zoom in to see them.").widget("Only size", "px").passing(),
	truth("codec", func(s *Settings) *bool { return &s.Codec }).
		says("Fills the blocks of the codec with colours, and hides the quads. It works with HEVC, AV1, H.264, MPEG-1, MPEG-2, MPEG-4 and related codecs, and with VP9 with segments; all but HEVC and AV1 are then decoded in software. With a trace (--trace on the command line) it works with every codec.").widget("Codec", ""),
	word("blocks_by", func(s *Settings) *overlay.BlockColouring { return &s.BlocksBy }, overlay.ParseBlockColouring, overlay.BlockColouringCount).
		says("What the colours of the codec's blocks show.\nQP: how coarsely they are coded, from the finest to the coarsest of all frames, once the timeline has measured them.\nQP, frame: of the shown frame, to see small differences.\nType: whether they are predicted from the same picture (intra) or from others (inter); HEVC, AV1 and traces also report skipped ones.\nBits: how many they take; HEVC and AV1 report them, of other codecs only a trace has them.\nOutlines: no fill, only outlines over the picture. \nZoomed in, blocks have their value as text.").widget("Blocks by", ""),
	word("outlines", func(s *Settings) *overlay.Outlining { return &s.Outlines }, overlay.ParseOutlining, overlay.OutliningCount).
		says("What has outlines.\nCoding units: the blocks into which the codec splits the picture.\nPrediction units: also the parts of blocks that are predicted in one way, which HEVC reports; blocks that have several get thicker lines.").widget("Outlines", "").called("Outlines of units"),
	truth("motion", func(s *Settings) *bool { return &s.Motion }).
		says("Draws the codec's motion vectors with its blocks: from a square in the middle of a block to the place that predicts it, or in its direction if they are longer; too short for a line, a dot. In large blocks, dark lines with light edges are the directions of intra prediction, which HEVC and AV1 report.").widget("Motion", ""),
	word("vectors_by", func(s *Settings) *overlay.VectorColouring { return &s.VectorsBy }, overlay.ParseVectorColouring, overlay.VectorColouringCount).
		says("What the colours of motion vectors show.\nDirection: where they lead.\nReference: white for earlier frames, pink for later ones.\nList: blue for reference list 0, orange for list 1, whose vectors also end in a diamond.").widget("Vectors", "").called("Motion vectors by"),
	word("vectors_each", func(s *Settings) *overlay.VectorDensity { return &s.VectorsEach }, overlay.ParseVectorDensity, overlay.VectorDensityCount).
		says("How many motion vectors are drawn. Auto: the longest of each 40 pixels of the window, or more if they are long. All. Each 16 or 32 pixels: the longest of each square of the video with that side.").widget("Density", "").called("Density of motion vectors"),
	word("vectors_length", func(s *Settings) *overlay.VectorLength { return &s.VectorsLength }, overlay.ParseVectorLength, overlay.VectorLengthCount).
		says("How long the lines of motion vectors are. ×1: as the motion, so that they lead to the source. ×2, ×4, ×8: that many times as long. Auto: the least of these with which half of the lines have 16 pixels of the window or more. Those of a pinned pixel always lead to the source.").widget("Length", "").called("Length of motion vectors"),
	truth("codec_quads", func(s *Settings) *bool { return &s.CodecQuads }).
		says("Draws the quads faintly over the codec's blocks.").widget("Overlay", "").called("Overlay over the codec's blocks"),
	comparing(),
	word("view", func(s *Settings) *views.View { return &s.View }, views.ParseView, views.ViewCount).
		says("What the window shows.\nPicture: the video.\nEdges: how strong they are.\nMask: the leaf pixels.\nPyramid: a level of it.\nFalse colour: luma as colours.\nOut of range: samples that are.\nSorted points: the leaf pixels in the order of their luma.\nEqualised: light spread over the whole range.\nMotion vectors: those of the codec.\nReconstruction: the picture that the quads make.\nMap: QP offsets that they make for an encoder.\nCloud: the quads of the last 64 pictures in x, y and time.\nDifference: luma of A less that of B.\nBlock PSNR: of luma of B, in blocks of 16×16 pixels.").widget("View", ""),
	whole("level", func(s *Settings) *int { return &s.Level }, 0, 14).says("Level of the pyramid: each cell covers four cells of the level below.").widget("Level", "").called("Level of the pyramid"), // yuv.MaxSide is 2^14
	word("fill", func(s *Settings) *reconstruction.Fill { return &s.Fill }, reconstruction.ParseFill, reconstruction.FillCount).
		flag("fill", "How quads are filled in the view reconstruction. One of ${words}. mean is one value, linear interpolates between the corners.").widget("Fill", "").called("Fill of the reconstruction"),
	word("map_for", func(s *Settings) *regions.Form { return &s.MapFor }, regions.ParseForm, regions.FormCount).
		flag("map-for", "Encoder whose map the view map shows. One of ${words}. kvazaar and SVT-AV1 have one number for 64×64 pixels; roi has one for 16×16, as regions of interest of x264 and x265.").widget("Map for", "").called("Map for an encoder"),
	whole("strength", func(s *Settings) *int { return &s.Strength }, -regions.MaxStrength, regions.MaxStrength).
		flag("strength", "QP steps between blocks with small quads and without. Of maps for encoders, in the view map, in exports and as regions of interest: a block full of small quads gets a quantiser this much lower than one without any. Below 0, higher.").widget("Strength", "").called("Strength of the map"),
	word("gain", func(s *Settings) *views.Gain { return &s.Gain }, views.ParseGain, views.GainCount).
		flag("gain", "Factor by which the view difference amplifies. One of ${words}.").widget("Gain", "").called("Gain of the difference"),
	number("volume", func(s *Settings) *float64 { return &s.Volume }, 0, 1).says("Volume of the sound.").widget("Volume", "%"),
	truth("muted", func(s *Settings) *bool { return &s.Muted }).says("Switches the sound off.").widget("Mute", ""),
	truth("panel", func(s *Settings) *bool { return &s.Panel }),
	truth("advanced", func(s *Settings) *bool { return &s.Advanced }),
	truth("timing", func(s *Settings) *bool { return &s.Timing }),
	whole("panel_width", func(s *Settings) *int { return &s.PanelWidth }, LeastPanelWidth, MostPanelWidth),
	number("panel_scale", func(s *Settings) *float64 { return &s.PanelScale }, 0.5, 3).
		says("Size of the texts and widgets, as far as the window has room. 100 % suits the display and the window: all is larger on a display that asks for it, and in a window of 2400 × 1300 pixels or more.").widget("Scale", "%").called("Size of the panel").in(Video),
	word("theme", func(s *Settings) *Theme { return &s.Theme }, ParseTheme, ThemeCount).
		flag("theme", "Colours of the window around the picture. One of ${words}.").widget("Theme", "").called("Theme of the window").in(Video),
	word("tab", func(s *Settings) *Tab { return &s.Tab }, ParseTab, TabCount),
	word("timeline", func(s *Settings) *Timeline { return &s.Timeline }, ParseTimeline, timelineCount),
	whole("timeline_height", func(s *Settings) *int { return &s.TimelineHeight }, 0, MostTimelineHeight),
	text("curves", func(s *Settings) *Curves { return &s.Curves }, ParseCurves),
	text("codec_curves", func(s *Settings) *Curves { return &s.CodecCurves }, ParseCurves),
	text("second_curves", func(s *Settings) *Curves { return &s.SecondCurves }, ParseCurves),
	truth("linear_sizes", func(s *Settings) *bool { return &s.LinearSizes }),
	word("legend", func(s *Settings) *Corner { return &s.Legend }, ParseCorner, CornerCount),
	truth("legend_folded", func(s *Settings) *bool { return &s.LegendFolded }),
}...)

// comparing is the setting of how two pictures are compared. A picture made of both is kept as the view that it is.
func comparing() Setting {
	r := word("compare_as", func(s *Settings) *sides.Way { return &s.Compare }, sides.Parse, sides.WayCount).
		flag("compare-as", "How two videos, or one with two settings, are compared. One of ${words}. wipe: one picture, A left of a divider and B right of it. beside, below: both whole, A on the left or above; zoom and pan are shared. flip: one of them; the key j shows the other. difference: A less B, of two videos. block-psnr: the PSNR of B in each block of 16×16 pixels, of two videos.").
		widget("Compare as", "").chosen(func(s *Settings, i int) { s.CompareAs(sides.Way(i)) }).passing()
	r.Index = func(s *Settings) int { return int(s.ComparedAs()) }
	read := func(s *Settings, text string) error {
		way, err := sides.Parse(text)
		if err == nil {
			s.CompareAs(way)
		}
		return err
	}
	r.set = quoted(r.Name, "a name", nil, read).set
	return r
}

// parameters returns the settings of the analysis' parameters. The switch that finds the threshold follows it.
func parameters() (settings []Setting) {
	for _, r := range analysis.Settings() {
		row := parameter(r)
		switch r.Name {
		case "template", "suppress", "colours": // picked in the picture
			row = row.passing()
		case "operator": // the variant's row has both
			row = row.called("Variant")
		}
		if settings = append(settings, row); r.Name == "threshold" {
			settings = append(settings, truth("auto_threshold", func(s *Settings) *bool { return &s.Auto }).says("Auto gives each video its own threshold: the highest at which a fifth of the picture has edges, in frames all over the video. Moving the threshold switches Auto off. On the command line --quads auto finds the same.").widget("Auto", "").called("Auto threshold"))
		}
	}
	return settings
}

// tagged returns the values of a setting that overrides a tag of the video; the first value keeps
// the tag.
func tagged[T ~uint8](names []string, title func(T) string) []Word {
	words := []Word{{Name: names[0], Title: "As tagged"}}
	for i, name := range names[1:] {
		words = append(words, Word{Name: name, Title: title(T(i + 1))})
	}
	return words
}

// Table returns the stored settings.
func Table() []Setting { return table }

// Named returns the setting with a name in files, or nil.
func Named(name string) *Setting { return find(func(r *Setting) bool { return r.Name == name }) }

// Flagged returns the setting with a flag, or nil.
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

// WordNames returns the names of a choice's values separated by commas.
func (r *Setting) WordNames() string {
	names := make([]string, len(r.Words))
	for i, w := range r.Words {
		names[i] = w.Name
	}
	return strings.Join(names, ",")
}
