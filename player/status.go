package player

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"math"
	"reflect"
	"runtime"
	"strings"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/measure/compare"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/refusal"
	"ffkvadrat/player/timeline"
)

// Line is a line of Config.Status. Rectangles are x0, y0, x1, y1 in window coordinates; hidden
// widgets have none.
type Line struct {
	videoLine
	settingsLine
	quadsLine
	pixelLine
	transport.State
	panelLine
	Marks      marks.List        `json:"marks,omitempty"`
	Refused    *refusal.Refusal  `json:"refused,omitempty"`  // the page about what cannot be played
	Quitting   bool              `json:"quitting,omitempty"` // the question whether to quit is shown
	Written    string            `json:"written,omitempty"`  // result of the last export of marks
	Timeline   *timelineLine     `json:"timeline,omitempty"` // nil while hidden
	Files      *browserpage.Line `json:"files,omitempty"`    // nil while the file browser is closed
	At         float64           `json:"at_ms"`              // from the window's opening to the frame's appearance
	Latency    float64           `json:"latency_ms"`         // from the arrival of the last input to its redraw
	Goroutines int               `json:"goroutines"`
}

// videoLine is the video and the current frame.
type videoLine struct {
	Video   string    `json:"film"`    // path
	Videos  int       `json:"films"`   // number of videos in the list
	Current int       `json:"current"` // index in the list, −1 if it is not there
	Frame   int64     `json:"frame"`   // frame number, −1 if unknown
	PTSTime float64   `json:"pts_time"`
	Account [3]string `json:"account"`       // matrix, range and transfer
	Raw     string    `json:"raw,omitempty"` // layout in the form for raw video
}

// settingsLine has the settings.
type settingsLine struct {
	Variant   string  `json:"variant"`
	Operator  string  `json:"operator"`
	Threshold float64 `json:"threshold"`
	Colours   string  `json:"colours,omitempty"`  // for operators that compare colours
	Template  []int   `json:"template,omitempty"` // size of the template, if any
	Wanted    int     `json:"wanted"`             // number of quads to find a threshold for
	EachFrame bool    `json:"each_frame"`
	Auto      bool    `json:"auto"` // the player chooses the threshold
	Engine    string  `json:"engine"`
	Source    string  `json:"source"`
	Overlay   bool    `json:"overlay"`
	Look      string  `json:"look"`
	Colour    string  `json:"colour"`
	Cube      int     `json:"cube"` // length of windows for cubes, 0 for quads
	Unknown   bool    `json:"ages_unknown"`
	OnlySize  int     `json:"only_size"`
	Codec     bool    `json:"codec"`  // draw the codec's blocks
	Motion    bool    `json:"motion"` // and motion vectors
	View      string  `json:"view"`
	Level     int     `json:"level"` // in the view of the pyramid
	Volume    float64 `json:"volume"`
	Muted     bool    `json:"muted"`
}

// quadsLine is the result of the analysis.
type quadsLine struct {
	panel.List
	Stored   string   `json:"stored,omitempty"`      // file of stored quads
	Reading  string   `json:"reading,omitempty"`     // file that is being read, and the progress
	Missing  string   `json:"missing,omitempty"`     // why the frame has no stored quads
	Compared []int    `json:"compared,omitempty"`    // numbers of quads: equal, only stored, only live, other mean or class
	Blocks   int      `json:"blocks,omitempty"`      // of the codec, while drawn
	Vectors  int      `json:"vectors,omitempty"`     // of its vectors, those that are not 0
	QP       float64  `json:"qp,omitempty"`          // their mean QP
	Plotted  bool     `json:"plotted"`               // the plots are of this frame
	Wipe     []string `json:"wipe,omitempty"`        // names and counts of the sides that are compared
	Worst    []string `json:"worst,omitempty"`       // worst frames of a second video
	WorstOf  []string `json:"worst_areas,omitempty"` // its worst areas of squares
	Divider  int      `json:"divider,omitempty"`     // first column of the right side of a wipe
	Way      string   `json:"compared_as,omitempty"` // how A and B are compared
	Sides    [][4]int `json:"sides,omitempty"`       // the parts of the window that show A and B
	Chosen   [][4]int `json:"chosen,omitempty"`      // where these have the worst area that was chosen
	Zoom     float64  `json:"zoom,omitempty"`        // pixels of the window for one of the picture, while two are compared
}

// pixelLine is what the panel says about the frame and the pixel under the pointer.
type pixelLine struct {
	Said      []string `json:"said"` // time, frame, quads, coverage, bytes
	Inspected []string `json:"inspected,omitempty"`
	Pixel     []int    `json:"pixel,omitempty"`   // pixel of the traversal: x, y
	Pinned    bool     `json:"pinned,omitempty"`  // Pixel is pinned
	Picking   bool     `json:"picking,omitempty"` // picking a colour or a template
	Descent   [][]int  `json:"descent,omitempty"` // per step: level, x, y, value, start, end, child
	Quad      []string `json:"quad,omitempty"`    // at the end of the traversal
	Costly    []string `json:"costly,omitempty"`  // the video of the costliest blocks, if there are two, and these: x,y
}

// panelLine is the window and the panel.
type panelLine struct {
	Fullscreen  bool              `json:"fullscreen"`
	Help        bool              `json:"help"`
	FoundNames  []string          `json:"found_names,omitempty"` // titles of what the page of keys has found
	Typing      bool              `json:"typing"`
	Meaning     string            `json:"meaning,omitempty"` // of a typed time or frame number
	Focus       string            `json:"focus,omitempty"`   // the part of the window that has the keys
	Moving      bool              `json:"moving,omitempty"`  // a message is fading, or the page that explains is moving
	Settled     bool              `json:"settled"`           // input has been redrawn completely
	Pointer     [2]int            `json:"pointer"`           // last position of the mouse
	Lesson      string            `json:"lesson,omitempty"`  // title of the explained step
	LessonText  string            `json:"lesson_text,omitempty"`
	LessonAt    []int             `json:"lesson_at,omitempty"` // explained square: x, y, side
	Tip         string            `json:"tip,omitempty"`       // tooltip
	Tab         string            `json:"tab"`
	ExportTo    string            `json:"export_to"`
	ExportPart  string            `json:"export_part"`
	Forecast    string            `json:"forecast,omitempty"` // what the form's export will write
	Exporting   bool              `json:"exporting"`
	Exported    string            `json:"exported"`               // result of the last export
	ExportAsks  string            `json:"export_asks,omitempty"`  // that the form's file exists
	ExportLarge string            `json:"export_large,omitempty"` // warning of a large file, during an export
	Message     string            `json:"message"`                // result of the last command
	Warning     string            `json:"warning,omitempty"`      // about the video, below the message
	Hint        string            `json:"hint,omitempty"`         // why the frame has no quads
	Clipboard   string            `json:"clipboard,omitempty"`    // text copied last
	Information []string          `json:"information,omitempty"`  // rows of the card over the picture
	Window      [2]int            `json:"window"`
	Picture     [4]int            `json:"picture"`
	Widgets     map[string][4]int `json:"widgets"`
}

// timelineLine is what the timeline shows.
type timelineLine struct {
	Bins   int     `json:"bins"`
	Frames int     `json:"frames"` // number counted
	Quads  float64 `json:"quads"`  // sum over the frames
	Whole  bool    `json:"whole"`  // all frames are counted
	Cuts   int     `json:"cuts"`   // known cuts
	Zoomed bool    `json:"zoomed"` // it shows a part of the video
	// Pointed describes the time under the mouse, in lines.
	Pointed   []string `json:"pointed,omitempty"`
	Thumbnail bool     `json:"thumbnail"`
}

// lineOf returns the timeline's status.
func lineOf(t *timeline.Status, pointed []string, zoomed bool) *timelineLine {
	if !t.Shown {
		return nil
	}
	v := t.OfQuads()
	l := &timelineLine{Bins: len(v.Bins), Whole: v.Whole, Cuts: len(t.View.Cuts), Zoomed: zoomed, Pointed: pointed, Thumbnail: t.Thumbnail != nil && t.Thumbnail.Image != nil}
	for i := range v.Bins {
		l.Frames += int(v.Bins[i].Frames)
		l.Quads += v.Bins[i].Quads.Sum
	}
	return l
}

// statusWriter writes a line for each frame and each change.
type statusWriter struct {
	out  io.Writer
	last []byte
}

// write writes the line if it differs from the last one, or if always is set.
func (w *statusWriter) write(l *Line, always bool) error {
	text, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if !always && bytes.Equal(text, w.last) {
		return nil
	}
	w.last = text
	_, err = w.out.Write(append(text, '\n'))
	return err
}

// rect converts from pixels of the framebuffer to window coordinates.
func rect(r image.Rectangle, dx, dy float32) [4]int {
	at := func(v int, d float32) int { return int(math.Round(float64(float32(v) / d))) }
	return [4]int{at(r.Min.X, dx), at(r.Min.Y, dy), at(r.Max.X, dx), at(r.Max.Y, dy)}
}

// widgetPlaces returns the rectangles of the visible widgets by the lower-case names of their
// fields. Elements of arrays have the index after the name, as in "tabs 3"; a setting's badge has
// "badge" before the setting's name.
func widgetPlaces(p *panel.Panel, dx, dy float32) map[string][4]int {
	named := make(map[string][4]int)
	for _, b := range p.Badges {
		named["badge "+b.Name] = rect(b.Place, dx, dy)
	}
	var add func(name string, v reflect.Value)
	add = func(name string, v reflect.Value) {
		if r, ok := v.Addr().Interface().(*image.Rectangle); ok {
			if !r.Empty() {
				named[name] = rect(*r, dx, dy)
			}
			return
		}
		for i := range v.Len() {
			if r, ok := v.Index(i).Addr().Interface().(*image.Rectangle); !ok || !r.Empty() {
				add(fmt.Sprintf("%s %d", name, i), v.Index(i))
			}
		}
	}
	places := reflect.ValueOf(&p.Widgets).Elem()
	for _, f := range widgetFields() {
		add(f.name, places.FieldByIndex(f.index))
	}
	for i := range p.Widgets.AdvancedRows {
		at := &p.Widgets.AdvancedRows[i]
		name, lines := strings.ReplaceAll(at.Name, "_", ""), "words"
		switch at.Name {
		case "bounds":
			name = "classes"
		case "min_size", "max_size", "cube":
			lines = "s"
		}
		add(name, reflect.ValueOf(&at.Widget).Elem())
		add(name+"typed", reflect.ValueOf(&at.Typed).Elem())
		add(name+lines, reflect.ValueOf(&at.Lines).Elem())
	}
	return named
}

type widgetField struct {
	name  string
	index []int
}

// widgetFields caches the fields of panel.Widgets, as finding them would dominate the time of a
// status line.
var widgetFields = sync.OnceValue(func() (fields []widgetField) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[panel.Widgets]()) {
		if !f.Anonymous && f.Name != "AdvancedRows" {
			fields = append(fields, widgetField{strings.ToLower(f.Name), f.Index})
		}
	}
	return fields
})

// moves reports whether the screen changes without input.
func (p *player) moves() bool {
	turns, _ := p.panel.Lesson.Moves()
	return turns || p.message.seen > 0
}

// tell writes the status line.
func (p *player) tell(f *decode.Frame, always bool) error {
	if p.lines == nil {
		return nil
	}
	dx, dy := p.win.density()
	ww, wh := p.win.GetSize()
	s, t := &p.scene.Applied, p.play
	account := &p.status.Account
	l := Line{
		videoLine: videoLine{
			Video: decode.WithoutPassword(p.video.Path), Videos: len(t.Videos().Videos), Current: t.Videos().Current, Frame: f.Index, PTSTime: f.Time,
			Account: [3]string{account.Matrix, account.Range, account.Transfer},
		},
		settingsLine: settingsLine{
			Variant: s.Variant.String(), Operator: s.Operator.String(), Threshold: s.Threshold, Wanted: s.Wanted, EachFrame: s.EachFrame, Auto: s.Auto,
			Engine: s.Engine.String(), Source: s.Source.String(), Overlay: s.Overlay, Look: s.Look.String(), Colour: s.Colour.String(), Cube: s.Cube.Frames(), Unknown: p.status.AgesUnknown,
			OnlySize: s.OnlySize, Codec: s.Codec, Motion: s.Motion, View: s.View.String(), Level: s.Level, Volume: s.Volume, Muted: s.Muted,
		},
		quadsLine: quadsLine{List: p.status.List, Stored: p.status.Stored.Name, Reading: p.status.Stored.Reading, Missing: p.status.Stored.Missing, Blocks: p.status.Codec.Frames[0].Blocks, Vectors: p.status.Codec.Moving, QP: p.status.Codec.Frames[0].QP, Plotted: p.thresholds.plots.Shows(p.thresholds.subject(p.settings.Params))},
		pixelLine: pixelLine{Said: p.panel.Said(), Inspected: p.status.Inspected},
		State:     p.play.State(),
		panelLine: panelLine{
			Fullscreen: p.win.fullscreen, Help: p.panel.Palette.IsOpen(), FoundNames: p.panel.Palette.Titles(), Typing: p.panel.Typing(), Meaning: p.panel.Place.Meaning, Focus: p.panel.Focused(), Tip: p.panel.Tip, Moving: p.moves(), Settled: !p.redraw.touched && p.redraw.settle == 0,
			Pointer: [2]int{int(p.input.pointer.x / float64(dx)), int(p.input.pointer.y / float64(dy))}, Tab: p.settings.Tab.Title(),
			ExportTo: p.panel.Export.Form.Name, ExportPart: p.panel.Export.Form.Part.Of(p.facts.Thing), Forecast: p.panel.Export.Forecast,
			Exporting: p.status.Saving.Running, Exported: p.status.Saving.Outcome, ExportAsks: p.status.Plan.Question, ExportLarge: p.status.Saving.Large, Message: p.message.text, Warning: p.message.warning, Hint: p.status.Hint.Text, Clipboard: p.copied, Information: p.information(),
			Window: [2]int{ww, wh}, Picture: rect(p.scene.Place.View.Bounds(), dx, dy), Widgets: widgetPlaces(p.panel, dx, dy),
		},
		Files: p.panel.Files.Line(&p.status.Browser), Timeline: lineOf(&p.status.Timeline, p.panel.Seek.Pointed, p.panel.Timeline().Zoomed()), At: p.swapped.Seconds() * 1000, Latency: p.redraw.latency.Seconds() * 1000, Goroutines: runtime.NumGoroutine(),
	}
	if p.status.Stored.Compared {
		l.Compared = p.status.Stored.Counts[:]
	}
	if p.status.Raw != nil {
		l.Raw = p.status.Raw.Layout.String()
	}
	if p.refused != nil {
		l.Refused = &p.status.Refused
	}
	l.Picking = p.status.Picking.On
	if s.ComparesColours() {
		l.Colours = s.Colours.String()
	}
	if t := &s.Search.Template; s.Variant.Searches() {
		l.Template = []int{t.Width, t.Height}
	}
	l.Marks, l.Written, l.Quitting = p.marks.kept.List, p.status.Written, p.status.Quitting
	if lesson, step := p.panel.Lesson.Current(); lesson != nil {
		l.LessonText = p.panel.Lesson.Text
		l.Lesson, l.LessonAt = lesson.Title(step), []int{lesson.X, lesson.Y, lesson.Side}
	}
	if d := &p.status.Descent; len(d.Costly) > 0 {
		l.Costly = []string{d.Of}
		for _, c := range d.Costly {
			l.Costly = append(l.Costly, fmt.Sprintf("%d,%d", c.Part.Min.X, c.Part.Min.Y))
		}
	}
	if d := &p.status.Descent; d.On {
		l.Pixel, l.Pinned, l.Quad = []int{d.X, d.Y}, d.Pinned, d.Quad
		for _, s := range d.Steps {
			l.Descent = append(l.Descent, []int{s.Level, s.X, s.Y, int(s.Value), s.Start, s.End, s.Child})
		}
	}
	for _, f := range p.status.Worst.Frames {
		l.Worst = append(l.Worst, f.Text)
	}
	for _, a := range p.status.Worst.Areas[compare.Squares] {
		l.WorstOf = append(l.WorstOf, strings.Join(a.Cells, "   "))
	}
	if w := &p.status.Wipe; w.On {
		for i := range w.Names {
			l.Wipe = append(l.Wipe, w.Names[i]+"   "+w.Counts[i])
		}
		for i, area := range w.Areas {
			l.Sides = append(l.Sides, rect(area, dx, dy))
			l.Chosen = append(l.Chosen, rect(w.Worst[i], dx, dy))
		}
		l.Way, l.Zoom = w.Way.String(), p.scene.Place.View.Zoom()
		if x, ok := p.scene.Place.Divider(); ok {
			l.Divider = int(float32(x) / dx)
		}
	}
	if err := p.lines.write(&l, always); err != nil {
		return fmt.Errorf("player: write the status: %w", err)
	}
	return nil
}
