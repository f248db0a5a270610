// Package session stores what the player remembers between runs: settings, window, recent videos
// and marks. Its table of settings is the source of the settings file, the flags and the widgets.
//
// Input and output are JSON files: a settings file that the user names ([Load], [Settings.Save]),
// and a folder ([Store]) that all players of a user share. Reading is strict: errors give line and
// field. Files are replaced as a whole, under a lock if several players write. Files that are not
// regular are refused; see package statefile. Settings belong to their caller; any number of
// goroutines and processes may use one folder.
package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/atomicfile"
	"ffkvadrat/atomicfile/decimal"
	"ffkvadrat/atomicfile/statefile"
	"ffkvadrat/measure/align"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/sides"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Settings are the user's settings of the player.
type Settings struct {
	Choices
	Panel    bool // the panel is visible
	Advanced bool // advanced parameters are unfolded
	Timing   bool // sound and times of playback are unfolded
	// PanelWidth is at scale 1. PanelScale multiplies the scale that suits display and window.
	PanelWidth int
	PanelScale float64
	Theme      Theme
	Tab        Tab
	Timeline   Timeline
	// TimelineHeight is at scale 1; 0 suits the window.
	TimelineHeight int
	Curves         Curves // shown in the timeline
	CodecCurves    Curves // replace the default Curves while the codec's blocks are drawn, see [Settings.ShownCurves]
	SecondCurves   Curves // replace default ones while there is a second video
	LinearSizes    bool   // heights of packets' sizes in the timeline are linear, not square roots
	Legend         Corner // of the codec's blocks
	LegendFolded   bool   // it has one line
	// Second is set while there is a second video. It is not stored, as that belongs to the playing one.
	Second bool
}

// Choices are the settings that affect the picture, its quads and the sound.
type Choices struct {
	analysis.Params
	Wanted    int        // number of quads to find a threshold for
	EachFrame bool       // find a threshold for each frame
	Cube      Cubing     // show cubes instead of quads
	Auto      bool       // the player finds a threshold for each video
	ForAll    bool       // keep the tuning for all videos, see [Tuning]
	Shown     yuv.Choice // conversion to RGB
	Fields    yuv.Fields // what of frames is shown and analysed
	Grain     yuv.Grain
	Align     align.Rule // how the frames of a second video are matched
	// Brightness is added to each channel; Contrast scales the distance from the channel's middle.
	// Both affect the display only.
	Brightness, Contrast float64
	Overlay              bool
	Look                 overlay.Look
	Colour               overlay.Colouring
	Opacity              float64 // 0 to 1
	LineWidth            int     // pixels, 1 to 4; 0 chooses a width for the display
	Detail               overlay.Detail
	OnlySize             int  // side in pixels of the only quads drawn; 0 for all
	Codec                bool // draw the codec's blocks
	BlocksBy             overlay.BlockColouring
	Outlines             overlay.Outlining
	Motion               bool // and motion vectors
	VectorsBy            overlay.VectorColouring
	VectorsEach          overlay.VectorDensity
	VectorsLength        overlay.VectorLength
	CodecQuads           bool      // replaces Overlay while blocks fill the picture, see [Choices.Quads]
	Compare              sides.Way // how two pictures that are compared share the window; never Difference, which is a view
	View                 views.View
	Level                int                 // level of the pyramid in the view
	Fill                 reconstruction.Fill // in the view of the reconstruction
	MapFor               regions.Form        // encoder in the view of a map
	Strength             int                 // of QP offsets for encoders, in the view and in exports; 0 for none
	Gain                 views.Gain          // in the view of the difference
	Volume               float64             // 0 to 1
	Muted                bool
	// Engine is not stored, as all engines find the same quads and the fastest depends on the
	// machine.
	Engine Engine
	// Source is not stored, as stored quads belong to a video.
	Source Source
}

// Needs returns what decoded frames must include.
func (c *Choices) Needs() yuv.Needs {
	return c.Params.Needs().Or(c.View.Needs()).Or(yuv.Needs{Vectors: c.Codec, Blocks: c.Codec})
}

// SetColour changes the colouring. Errors are about areas, so their quads begin filled.
func (c *Choices) SetColour(to overlay.Colouring) {
	switch errors := to.NeedsSecond(); {
	case errors && !c.Colour.NeedsSecond() && c.Look == overlay.Outline:
		c.Look = overlay.Fill
	case !errors && c.Colour.NeedsSecond() && c.Look == overlay.Fill:
		c.Look = overlay.Outline
	}
	c.Colour = to
}

// made has the views of the ways to compare that make one picture of two videos.
var made = [sides.WayCount]views.View{sides.Difference: views.Difference, sides.BlockPSNR: views.BlockPSNR}

// ComparedAs returns how two pictures are compared: a picture made of both is a view, and replaces the other ways.
func (c *Choices) ComparedAs() sides.Way {
	for way, view := range made {
		if view != views.Video && view == c.View {
			return sides.Way(way)
		}
	}
	return c.Compare
}

// CompareAs changes how two pictures are compared.
func (c *Choices) CompareAs(w sides.Way) {
	if w.NeedsSecond() {
		c.View = made[w]
		return
	}
	if c.Compare = w; c.View.NeedsSecond() {
		c.View = views.Video
	}
}

// Blocks reports whether the codec's blocks are drawn.
func (c *Choices) Blocks() bool { return c.Codec && !c.View.HidesBlocks() }

// BlocksFill reports whether the codec's blocks fill the picture. Compared with quads, and over a view of two videos, they
// are outlines.
func (c *Choices) BlocksFill() bool {
	return c.Blocks() && !c.Colour.Compares() && !c.View.NeedsSecond()
}

// BlocksCompared reports whether the colours of the codec's blocks compare them with the quads.
func (c *Choices) BlocksCompared() bool {
	return c.Codec && c.Colour.Compares() && !c.View.NeedsSecond()
}

// BlocksShow returns what the colours of the codec's blocks show: nothing over a view of two videos, which has others.
func (c *Choices) BlocksShow() overlay.BlockColouring {
	if c.View.NeedsSecond() {
		return overlay.ByNothing
	}
	return c.BlocksBy
}

// Quads returns the switch of the quads on the screen: Overlay, or a separate switch, first off, while the
// codec's blocks fill the picture. So Overlay stays as it is while blocks are shown.
func (c *Choices) Quads() *bool {
	if c.BlocksFill() {
		return &c.CodecQuads
	}
	return &c.Overlay
}

// ShownCurves returns the curves of the timeline: Curves, or, while the user has not chosen others, separate ones, at first
// sizes and QPs while the codec's blocks are drawn, and those of both videos with the PSNR while there is a second video.
func (s *Settings) ShownCurves() *Curves {
	switch {
	case s.Curves != defaultCurves:
	case s.Blocks() && (!s.Second || s.CodecCurves != defaultCodecCurves && s.CodecCurves != earlyCodecCurves):
		return &s.CodecCurves
	case s.Second:
		return &s.SecondCurves
	}
	return &s.Curves
}

// CodesEarly says whether the video's codec codes frames in earlier packets than those that show them. While the user has not
// chosen others, the curves next to its blocks then have the sizes of frames in place of those of packets.
func (s *Settings) CodesEarly(early bool) {
	switch {
	case early && s.CodecCurves == defaultCodecCurves:
		s.CodecCurves = earlyCodecCurves
	case !early && s.CodecCurves == earlyCodecCurves:
		s.CodecCurves = defaultCodecCurves
	}
}

// Engine selects where pictures are analysed.
type Engine uint8

const (
	CPU Engine = iota
	GPU
)

func (e Engine) String() string {
	if e == GPU {
		return "gpu"
	}
	return "cpu"
}

// Source selects which quads are shown.
type Source uint8

const (
	Live   Source = iota // found by an engine
	Stored               // read from a file
)

func (s Source) String() string {
	if s == Stored {
		return "stored"
	}
	return "live"
}

// Range of the panel's width in pixels at scale 1, and the width at which its tabs stand well apart.
const (
	LeastPanelWidth, MostPanelWidth = 304, 900
	UsualPanelWidth                 = 348 // more in a wide window
)

// Range of the timeline's height in pixels at scale 1.
const LeastTimelineHeight, MostTimelineHeight = 69, 1000

// Curves that the user has not chosen.
var (
	defaultCurves       = NewCurves(QuadsCurve, CoverageCurve)
	defaultCodecCurves  = NewCurves(BytesCurve, QPCurve)
	earlyCodecCurves    = NewCurves(CodedCurve, QPCurve)
	defaultSecondCurves = NewCurves(SecondPSNRCurve, BytesCurve, SecondBytesCurve, QPCurve, SecondQPCurve)
)

// Default returns the settings of a new user.
func Default() Settings {
	s := Settings{Choices: Choices{Wanted: 10000, Auto: true, Overlay: true, Opacity: 0.65, Detail: overlay.Fade, Strength: regions.DefaultStrength, Gain: views.Gain4, Volume: 1, Contrast: 1}, Panel: true, PanelWidth: UsualPanelWidth, PanelScale: 1, Curves: defaultCurves, CodecCurves: defaultCodecCurves, SecondCurves: defaultSecondCurves}
	s.Threshold = s.DefaultThreshold()
	s.Colours.Low = channel.Vector{14391, 11307, 2056} // yellow
	s.Colours.High = s.Colours.Low
	return s
}

// Tab is a tab of the player's panel.
type Tab uint8

const (
	Tune     Tab = iota // parameters and overlay
	Plots               // plots of the frame
	Pixel               // the pixel under the pointer
	Video               // file, colours, playlist
	Export              // to a file
	Scopes              // waveform, parade, vectorscope
	Marks               // frames with notes
	TabCount            // number of tabs
)

var tabs = [TabCount]struct{ name, title, help string }{
	{"tune", "Tune", "How quads are found and drawn."},
	{"plots", "Plots", "The numbers of quads at each threshold and of each size; the luma."},
	{"pixel", "Pixel", "The pixel under the pointer, and the pyramid's cells above it."},
	{"film", "Video", "The file, its colours, the playlist, settings files."},
	{"export", "Export", "Quads of all frames, or the video with its quads, to a file."},
	{"scopes", "Scopes", "Waveform, RGB parade and vectorscope; the samples out of range."},
	{"marks", "Marks", "Frames with notes, also as a file for spreadsheets and editing."},
}

// ParseTab returns the tab with a name, as String returns it.
func ParseTab(name string) (Tab, error) {
	for i, tab := range tabs {
		if tab.name == name {
			return Tab(i), nil
		}
	}
	return 0, fmt.Errorf("session: no tab is called %q", name)
}

func (t Tab) String() string {
	if t < TabCount {
		return tabs[t].name
	}
	return fmt.Sprintf("Tab(%d)", uint8(t))
}

// Title is the tab's name in the panel.
func (t Tab) Title() string { return tabs[t].title }

// Help describes the tab's content.
func (t Tab) Help() string { return tabs[t].help }

// Theme selects the colours of the window.
type Theme uint8

const (
	Dark Theme = iota
	Light
	ThemeCount // number of themes
)

var themes = [ThemeCount]Word{{Name: "dark", Title: "Dark theme"}, {Name: "light", Title: "Light theme"}}

// ParseTheme returns the theme with a name, as String returns it.
func ParseTheme(name string) (Theme, error) {
	for i, t := range themes {
		if t.Name == name {
			return Theme(i), nil
		}
	}
	return 0, fmt.Errorf("session: theme is dark or light, not %q", name)
}

func (t Theme) String() string {
	if t < ThemeCount {
		return themes[t].Name
	}
	return fmt.Sprintf("Theme(%d)", uint8(t))
}

// Title is the theme's name in the panel.
func (t Theme) Title() string { return themes[t].Title }

// Timeline says when the player's timeline is visible.
type Timeline uint8

const (
	Automatic Timeline = iota // below the picture, unless the video is a single frame
	Always                    // for single frames and over the picture, too
	Never
	timelineCount
)

var timelineNames = [timelineCount]string{"automatic", "always", "never"}

// ParseTimeline returns the value with a name, as String returns it.
func ParseTimeline(name string) (Timeline, error) {
	for i, n := range timelineNames {
		if n == name {
			return Timeline(i), nil
		}
	}
	return 0, fmt.Errorf("session: timeline is automatic, always or never, not %q", name)
}

func (t Timeline) String() string {
	if t < timelineCount {
		return timelineNames[t]
	}
	return fmt.Sprintf("Timeline(%d)", uint8(t))
}

// settingsFormat is the name of the format of settings files.
const settingsFormat = "ffkvadrat-settings"

// Load reads a settings file, which may be a symbolic link. Missing fields have their defaults.
// Errors are a *[FormatError] or of package io/fs.
func Load(path string) (Settings, error) {
	f, err := statefile.OpenNamed(path)
	if err != nil {
		return Settings{}, fmt.Errorf("session: %w", err)
	}
	defer f.Close()
	s, err := Read(f)
	if err != nil {
		return Settings{}, fmt.Errorf("session: read %q: %w", path, err)
	}
	return s, nil
}

// Read reads the content of a settings file. Errors are as for Load.
func Read(r io.Reader) (Settings, error) {
	object, err := readFile(r, settingsFormat)
	if err != nil {
		return Settings{}, err
	}
	return parseSettings(object)
}

// parseSettings parses the members of an object.
func parseSettings(o *object) (Settings, error) {
	s := Default()
	named, left := false, false
	for _, m := range o.members {
		r := Named(m.name)
		if r == nil {
			return Settings{}, m.fail(errors.New("there is no such field"))
		}
		if err := r.set(&s, m.value); err != nil {
			return Settings{}, m.fail(err)
		}
		named = named || m.name == "threshold"
		left = left || m.name == "auto_threshold"
	}
	if !named {
		s.Threshold = s.DefaultThreshold()
	} else if !left {
		s.Auto = false // a threshold in the file is the user's choice
	}
	if err := s.Check(); err != nil {
		return Settings{}, &FormatError{Line: o.line, Err: err}
	}
	return s, nil
}

// Save writes a settings file. If path is a symbolic link, it replaces the file that the link
// points to.
func (s Settings) Save(path string) error {
	var text strings.Builder
	begin(&text, settingsFormat)
	s.write(&text, "  ")
	text.WriteString("\n}\n")
	return replace(path, statefile.CreateNamed, text.String())
}

// begin writes the beginning of a file, up to the version.
func begin(w *strings.Builder, format string) {
	fmt.Fprintf(w, "{\n  \"format\": %q,\n  \"version\": %d,\n", format, version)
}

// write writes the fields, one per line, without the last newline.
func (s Settings) write(w *strings.Builder, indent string) {
	s.writeThose(w, indent, func(*Setting) bool { return true })
}

// writeThose writes the fields of some settings.
func (s Settings) writeThose(w *strings.Builder, indent string, of func(*Setting) bool) {
	separator := ""
	for i := range table {
		r := &table[i]
		if !of(r) {
			continue
		}
		w.WriteString(separator)
		separator = ",\n"
		value, err := marshal(r.get(&s))
		if err != nil {
			panic(fmt.Sprintf("session: %s: %v", r.Name, err)) // NaN, which Set rejects
		}
		fmt.Fprintf(w, "%s%q: %s", indent, r.Name, value)
	}
}

// marshal returns a setting's value as JSON.
func marshal(value any) ([]byte, error) {
	if v, ok := value.(float64); ok && !math.IsNaN(v) && !math.IsInf(v, 0) {
		return decimal.Append(nil, v), nil
	}
	return json.Marshal(value)
}

// replace creates a file with create, writes the content and commits it.
func replace(path string, create func(string) (*atomicfile.File, error), content string) error {
	f, err := create(path)
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	defer f.Abort()
	if _, err := io.WriteString(f, content); err != nil {
		return fmt.Errorf("session: %w", err)
	}
	if err := f.Commit(); err != nil {
		return fmt.Errorf("session: %w", err)
	}
	return nil
}
