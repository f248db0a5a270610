package panel

import (
	"image"

	"ffkvadrat/player/session"
)

// Widgets holds the places of some widgets, in pixels of the target; empty if
// they are hidden.
type Widgets struct {
	Tabs              [session.TabCount]image.Rectangle
	Grip              image.Rectangle // the panel's edge, which can be dragged
	Hint              image.Rectangle // over the sample, with what follows
	Card              image.Rectangle // the information over the picture
	Quit              image.Rectangle // the question whether to quit, with what follows
	Stay, StopAndQuit image.Rectangle
	startWidgets
	browserWidgets
	tuneWidgets
	plotWidgets
	videoWidgets
	exportWidgets
	markWidgets
	barWidgets
	lessonWidgets
}

// lines are the lines of an open list, as many as there are at most.
type lines [24]image.Rectangle

type tuneWidgets struct {
	Method, Look, Colour, View     image.Rectangle
	Methods, Looks, Colours, Views lines
	Swatch, Pick                   image.Rectangle // of an operator that compares colours
	Brightness, BrightnessTyped    image.Rectangle // of the display
	Contrast, ContrastTyped        image.Rectangle
	Template, PickTemplate         image.Rectangle // of the variant of templates
	Suppress                       image.Rectangle
	Finer, Coarser                 image.Rectangle // the view's level
	Fill                           image.Rectangle // of the quads in the view of what they make
	Fills                          lines
	MapFor                         image.Rectangle // of the view of a map
	MapForms                       lines
	Strength, StrengthTyped        image.Rectangle // likewise, and of exports of maps
	Threshold, Auto                image.Rectangle
	Detail                         image.Rectangle
	Details                        lines
	Overlay, Opacity, LineWidth    image.Rectangle
	Codec, Motion                  image.Rectangle // the codec's blocks and vectors
	OnlySize                       image.Rectangle // the button that draws all sizes again
	CopyCommand                    image.Rectangle
	LegendSizes                    lines // the sizes in the legend of colours
	CPU, GPU                       image.Rectangle
	Sources                        [2]image.Rectangle // live quads, stored ones
	Volume, Mute                   image.Rectangle
	// The advanced parameters, and the line that opens them.
	Advanced, Planes, Features, Low, Classes, Invert, Points, Order, MinSize, MaxSize, Cube image.Rectangle
	PlanesWords, FeaturesWords, OrderWords, MinSizes, MaxSizes, Cubes                       lines
	// Numbers that can be typed.
	ThresholdTyped, LowTyped, ClassesTyped, OpacityTyped, LineWidthTyped, VolumeTyped image.Rectangle
}

type plotWidgets struct {
	Curve, Sizes, Luma, LogLuma image.Rectangle
	Presets                     [1 + len(paper)]image.Rectangle
	About, Once, EachFrame      image.Rectangle
	ShowRange                   image.Rectangle // of the scopes
	SizeLines                   lines           // of the plot of sizes
}

type videoWidgets struct {
	Facts                       []image.Rectangle // rows of information
	Scale                       image.Rectangle
	Scales                      lines
	Matrix, Range, Transfer     image.Rectangle
	Matrices, Ranges, Transfers lines
	Open                        image.Rectangle
	Videos, Recents             []image.Rectangle // valid until the next Build; empty if scrolled out of view
	SaveSettings, LoadSettings  image.Rectangle
}

// startWidgets are in the hint over the sample.
type startWidgets struct {
	StartOpen image.Rectangle
	Started   []image.Rectangle // videos played before; valid until the next Build
}

// browserWidgets are those of the file browser. The slices are valid until the
// next Build; what is scrolled out of view is empty or left out.
type browserWidgets struct {
	Browser                    image.Rectangle // all of it
	BrowserFilter, FilterClear image.Rectangle
	BrowserClose, Desktop, Up  image.Rectangle
	Crumbs, Places, Played     []image.Rectangle
	Rows                       []image.Rectangle // the visible lines; RowNames has their names
	BrowserOpen, PlayAll       image.Rectangle
	BrowserPoster              image.Rectangle
}

type exportWidgets struct {
	Format, Packed, Part       image.Rectangle
	Formats, Packings, Parts   lines
	Every, Summary, ExportName image.Rectangle
	EveryTyped                 image.Rectangle
	Export, Replace, Cancel    image.Rectangle // the buttons
	CopyExport                 image.Rectangle
}

type markWidgets struct {
	Mark                              image.Rectangle            // the button
	Worst                             [MostWorst]image.Rectangle // the worst frames of a second video
	MarkTimes, MarkNotes, MarkDeletes []image.Rectangle          // valid until the next Build; empty if scrolled out of view
	MarkFormat, MarkName, MarkExport  image.Rectangle
	MarkReplace                       image.Rectangle
	MarkFormats                       lines
	Flags                             []image.Rectangle // in the timeline; valid until the next Build
}

// lessonWidgets are those of the page that explains the algorithm.
type lessonWidgets struct {
	LessonClose, LessonBack, LessonPlay, LessonOn, LessonSteps image.Rectangle
	LessonSides                                                [len(sides)]image.Rectangle
	LessonMoves                                                [4]image.Rectangle // left, up, down, right
	LessonFigures                                              [len(figures)]image.Rectangle
	LessonLevels                                               [6]image.Rectangle
	LessonEntries                                              []image.Rectangle // of the visible part of the list; valid until the next Build
}

// barWidgets are below and over the picture.
type barWidgets struct {
	Timeline, Seek, Play, Place image.Rectangle
	Back, On                    image.Rectangle // a frame
	// Of the bar over the picture.
	BarMute, BarVolume, BarSpeed, BarLoop, BarWipe, BarTimeline, BarPanel, BarFullscreen image.Rectangle
	BarSpeeds                                                                            lines
	BarPyramid, BarExplain                                                               image.Rectangle
	Menu                                                                                 []image.Rectangle // its lines, while it is open; valid until the next Build
	// Texts of the timeline and of the bar.
	Curves                         [session.CurveCount]image.Rectangle // their names in the timeline's legend
	CurveBoxes                     [session.CurveCount]image.Rectangle // their switches in the menu of a right click on it
	Words, Position, Length, Frame image.Rectangle
}
