// Package session stores what the player remembers from one run to the next:
// its settings, its window, and the videos that it played. It has the table of
// settings, from whose rows the settings file, the flags and the widgets are made.
//
// Input and output are files: a settings file that the user names ([Load],
// [Settings.Save]), and a folder that a user's players share ([Store]). All are
// JSON with a version, read strictly: an error gives the line and the field.
// Files are replaced as a whole, under a lock if several players write. Files
// that are not regular are refused; see package statefile. Settings belong to
// their caller; several goroutines and processes may use one folder.
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
	"ffkvadrat/overlay"
	"ffkvadrat/player/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Settings are what the user chose in the player.
type Settings struct {
	Choices
	Panel    bool // the panel is visible
	Advanced bool // its advanced parameters are open
	// PanelWidth is the panel's width at scale 1; PanelScale is the size of its
	// texts and widgets beside that which suits the display.
	PanelWidth int
	PanelScale float64
	Tab        Tab
	Timeline   Timeline
	Curves     Curves // of the timeline, that are drawn
}

// Choices are the settings on which the picture, its quads and the sound
// depend.
type Choices struct {
	analysis.Params
	Wanted    int        // number of quads for which to find a threshold
	EachFrame bool       // find it for each picture
	Cube      Cubing     // show cubes instead of quads
	Auto      bool       // the player finds a threshold for each video
	Shown     yuv.Choice // the picture's colours
	// Brightness is added to the picture's channels, and Contrast multiplies how far they are from the
	// middle, on the display alone.
	Brightness, Contrast float64
	Overlay              bool
	Look                 overlay.Look
	Colour               overlay.Colouring
	Opacity              float64 // 0 to 1
	LineWidth            int     // pixels, 1 to 4; 0 chooses a width for the display
	Detail               overlay.Detail
	OnlySize             int  // the size of the quads that are drawn, in pixels; 0 for all
	Codec                bool // draw the codec's blocks
	Motion               bool // and its motion vectors
	View                 views.View
	Level                int                 // level of the pyramid in the view
	Fill                 reconstruction.Fill // of quads in the view of what they make
	MapFor               regions.Form        // which map for an encoder the view shows
	Strength             int                 // of maps for encoders, in the view and in exports; with 0 there is none
	Volume               float64             // 0 to 1
	Muted                bool
	// Engine is not stored: all engines give the same quads, and which is
	// fastest depends on the machine.
	Engine Engine
	// Source is not stored either: stored quads belong to the video.
	Source Source
}

// Needs says what pictures have to come with.
func (c *Choices) Needs() yuv.Needs {
	return c.Params.Needs().Or(c.View.Needs()).Or(yuv.Needs{Vectors: c.Codec, Blocks: c.Codec})
}

// Engine says where pictures are analysed.
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

// Source says which quads are shown.
type Source uint8

const (
	Live   Source = iota // of an engine, by the parameters
	Stored               // of a file
)

func (s Source) String() string {
	if s == Stored {
		return "stored"
	}
	return "live"
}

// Bounds of the panel's width, in pixels at scale 1.
const LeastPanelWidth, MostPanelWidth = 304, 900

// Default returns the settings of a user who has chosen nothing.
func Default() Settings {
	s := Settings{Choices: Choices{Wanted: 10000, Auto: true, Overlay: true, Opacity: 0.8, Strength: regions.DefaultStrength, Volume: 1, Contrast: 1, Motion: true}, Panel: true, PanelWidth: LeastPanelWidth, PanelScale: 1, Curves: NewCurves(QuadsCurve, CoverageCurve, BytesCurve)}
	s.Threshold = s.DefaultThreshold()
	s.Colours.Low = channel.Vector{14391, 11307, 2056} // yellow
	s.Colours.High = s.Colours.Low
	return s
}

// Tab is a tab of the player's panel.
type Tab uint8

const (
	Tune     Tab = iota // how quads are found and drawn
	Plots               // of the picture on the screen
	Pixel               // about the pixel under the pointer
	Video               // the file, its colours, the playlist
	Export              // to a file
	Scopes              // waveform, parade, vectorscope
	Marks               // pictures with notes
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

// ParseTab returns the tab with a name; String writes the name.
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

// Help says what the tab has.
func (t Tab) Help() string { return tabs[t].help }

// Timeline says when the player's timeline is visible.
type Timeline uint8

const (
	Automatic Timeline = iota // below the picture, for videos of several pictures
	Always                    // for single pictures and over the picture, too
	Never
	timelineCount
)

var timelineNames = [timelineCount]string{"automatic", "always", "never"}

// ParseTimeline returns the value with a name; String writes the name.
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

// settingsFormat is the name of the format in a settings file.
const settingsFormat = "ffkvadrat-settings"

// Load reads a settings file; the name may be a symbolic link. Missing fields
// have their defaults. An error is a *[FormatError] or one of package io/fs.
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

// Read reads the content of a settings file; errors as with Load.
func Read(r io.Reader) (Settings, error) {
	object, err := readFile(r, settingsFormat)
	if err != nil {
		return Settings{}, err
	}
	return parseSettings(object)
}

// parseSettings reads the fields of an object.
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
		s.Auto = false // a threshold that the file names is wanted
	}
	if err := s.Check(); err != nil {
		return Settings{}, &FormatError{Line: o.line, Err: err}
	}
	return s, nil
}

// Save writes a settings file. If the name is a symbolic link, the link stays.
func (s Settings) Save(path string) error {
	var text strings.Builder
	begin(&text, settingsFormat)
	s.write(&text, "  ")
	text.WriteString("\n}\n")
	return replace(path, statefile.CreateNamed, text.String())
}

// begin writes the beginning of a file, up to and including the version.
func begin(w *strings.Builder, format string) {
	fmt.Fprintf(w, "{\n  \"format\": %q,\n  \"version\": %d,\n", format, version)
}

// write writes the fields, one per line, without an end of the last line.
func (s Settings) write(w *strings.Builder, indent string) {
	for i, r := range table {
		if i > 0 {
			w.WriteString(",\n")
		}
		value, err := marshal(r.get(&s))
		if err != nil {
			panic(fmt.Sprintf("session: %s: %v", r.Name, err)) // NaN, which no setting can be
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

// replace creates a file with create, and gives it the content.
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
