// Package panel draws the player's widgets with Dear ImGui: the side panel, the
// bar with the video's time, the timeline above it, and the short message over
// the picture.
//
// Input are the mouse, keys and text, a video's [Facts], the current [Status]
// and the user's settings; output are changed settings, commands and pixels of
// the current target. No window is needed. Everything runs on the thread of the
// device. Dear ImGui has one current context per process: only one [Panel] may
// exist at a time.
package panel

import (
	"image"
	"time"

	"ffkvadrat/gpu"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/quadfile"
)

// Panel is the set of widgets.
type Panel struct {
	Widgets    Widgets // of the last Build
	Form       ExportForm
	Listing    MarkForm
	Pointed    []string // lines about the time under the mouse, of the last Build
	Names      []string // of the controls of the last Build, in their order; valid until the next
	LessonText string   // of the page that explains the algorithm, in the last Build
	badges
	border
	target

	context  *imgui.Context
	renderer *renderer
	fonts
	scale    float32
	keys     Keys
	facts    Facts
	texts    texts
	wording  informationWords
	commands []command.Command // of the next Build, and memory
	strip    strip
	hover    hover
	presses  presses
	now      func() time.Time
	rowNames []string // memory for RowNames
	// classEntries is memory for the legend of classes.
	classEntries []overlay.LegendEntry
	wanted       wanted
	typing       typing
	tips
	pages
	written map[string]written // the numbers beside sliders, by the names of their settings
	menu    menu
	logLuma bool
	listed  listed
	places  struct{ videos, recents, menu, flags, marks, rows, facts, played, started, crumbs, folders []image.Rectangle } // memory for Widgets
}

// pages is what opens over the picture or in a tab of its own.
type pages struct {
	files   files
	posters posters

	templateMade templateMade
	start        start
	teaching     teaching
	place        place
	noting       noting
	scopeMaps    scopeMaps
}

// target is what the widgets are laid out in.
type target struct {
	width, height int
	areas         Areas
	floats        bool // bar and timeline are over the picture
	overflow      bool // a tab is higher than the panel
}

// fonts are those of the widgets.
type fonts struct{ regular, medium *imgui.Font }

// hover is the state of the mouse on the seek line and the timeline.
type hover struct {
	on        bool // it points at a time of the video
	at        time.Duration
	held      float32 // position to which it is being dragged, −1 for none
	holding   float32 // the same, as far as known in this Build
	flagged   bool    // the button went down on a mark's flag
	thumbnail *bitmap
}

// wanted is a number of quads as the user types it.
type wanted struct {
	value  int32
	typing bool
}

// New makes the panel for a video, with the keys that it lists. scale is the
// number of pixels per unit of length: 1 on a plain display, 2 on one twice as
// dense.
func New(dev *gpu.Device, keys Keys, facts Facts, scale float32) (*Panel, error) {
	renderer, err := newRenderer(dev)
	if err != nil {
		return nil, err
	}
	p := &Panel{renderer: renderer, context: imgui.CreateContext(), scale: scale, keys: keys, now: time.Now, facts: facts, hover: hover{held: -1}}
	p.strip.bitmap, p.hover.thumbnail = renderer.newBitmap("timeline"), renderer.newBitmap("thumbnail")
	p.scopeMaps = newScopeMaps(renderer)
	p.Form = ExportForm{Format: quadfile.NDJSON, Every: 1}
	io := imgui.CurrentIO()
	io.IniFilename = nil // Dear ImGui writes no file
	io.LogFilename = nil
	io.BackendFlags = imgui.BackendFlagsRendererHasTextures | imgui.BackendFlagsRendererHasVtxOffset
	io.ConfigErrorRecoveryEnableTooltip = false
	io.ConfigInputTrickleEventQueue = true
	p.Defaults = session.Default()
	p.explain()
	p.written = map[string]written{}
	p.addFonts()
	p.style()
	return p, nil
}

// Release frees the panel.
func (p *Panel) Release() {
	if p == nil || p.context == nil {
		return
	}
	imgui.DestroyContext(p.context)
	p.context = nil
	p.renderer.release()
}

// SetFacts changes to another video.
func (p *Panel) SetFacts(facts Facts) { p.facts = facts }

// SetScale changes the scale, for example when a window moves to another
// display.
func (p *Panel) SetScale(scale float32) {
	if scale != p.scale {
		p.scale = scale
		p.style()
	}
}

// Scale returns the current scale.
func (p *Panel) Scale() float32 { return p.scale }

// MoveMouse sets the mouse's position in pixels of the target.
func (p *Panel) MoveMouse(x, y float32) { imgui.CurrentIO().AddMousePosEvent(x, y) }

// LeaveMouse says that the mouse has left the target.
func (p *Panel) LeaveMouse() { imgui.CurrentIO().AddMousePosEvent(-1e30, -1e30) }

// PressMouse says that a button, 0 for the left one, went down or up.
func (p *Panel) PressMouse(button int, down bool) {
	if button == 0 && down {
		now := p.now() // a Build may take longer than a double click
		p.presses = presses{p.presses.n + 1, now, now.Sub(p.presses.at)}
	}
	imgui.CurrentIO().AddMouseButtonEvent(int32(button), down)
}

// TurnWheel says how far the wheel was turned, in notches.
func (p *Panel) TurnWheel(x, y float64) {
	imgui.CurrentIO().AddMouseWheelEvent(float32(x), float32(y))
}

// EditKey is a key for editing a typed value.
type EditKey imgui.Key

const (
	KeyEnter     = EditKey(imgui.KeyEnter)
	KeyEscape    = EditKey(imgui.KeyEscape)
	KeyBackspace = EditKey(imgui.KeyBackspace)
	KeyDelete    = EditKey(imgui.KeyDelete)
	KeyLeft      = EditKey(imgui.KeyLeftArrow)
	KeyRight     = EditKey(imgui.KeyRightArrow)
	KeyHome      = EditKey(imgui.KeyHome)
	KeyEnd       = EditKey(imgui.KeyEnd)
	KeyUp        = EditKey(imgui.KeyUpArrow)
	KeyDown      = EditKey(imgui.KeyDownArrow)
	KeyPageUp    = EditKey(imgui.KeyPageUp)
	KeyPageDown  = EditKey(imgui.KeyPageDown)
	KeyA         = EditKey(imgui.KeyA)
	KeyControl   = EditKey(imgui.ModCtrl)
)

// PressKey says that a key went down or up. Always pass on KeyControl, since
// Ctrl and a click open a slider for typing; pass on the others only while
// Typing.
func (p *Panel) PressKey(key EditKey, down bool) {
	if p.files.open && key != KeyControl {
		if down {
			p.pressInFiles(key)
		}
		return
	}
	if p.place.open && key != KeyControl {
		if down {
			if p.place.press(key) {
				p.do(p.place.confirmed())
			}
		}
		return
	}
	io := imgui.CurrentIO()
	if key == KeyControl && !down {
		// Dear ImGui takes the press of a key and a following release of Ctrl
		// in one frame, and would see the key without Ctrl. It takes a press
		// and a release of the same key in two frames: pressing and releasing a
		// key without effect separates the two.
		io.AddKeyEvent(imgui.KeyF24, true)
		io.AddKeyEvent(imgui.KeyF24, false)
	}
	io.AddKeyEvent(imgui.Key(key), down)
}

// Type says that a character was typed. Call it only while Typing.
func (p *Panel) Type(character rune) {
	if p.files.open {
		p.files.put(character)
		return
	}
	if p.place.open {
		p.place.put(character)
		return
	}
	imgui.CurrentIO().AddInputCharacter(uint32(character))
}

// Typing reports whether a value is being typed. Keys then belong to it.
func (p *Panel) Typing() bool { return p.files.open || p.place.open || imgui.CurrentIO().WantTextInput }

// Pending reports whether input waits for another Build. Quick input, such as a
// press and its release, is spread over several Builds.
func (p *Panel) Pending() bool { return p.context.InputEventsQueue.Size > 0 }

// Overflows reports whether the side panel is too short for its widgets and
// therefore scrolls.
func (p *Panel) Overflows() bool { return p.overflow }

// Build lays out the widgets for a target of the given size and lets them
// handle the input: they change settings in place and return commands, which
// are valid until the next call. elapsed is the time since the last call.
func (p *Panel) Build(width, height int, elapsed time.Duration, status *Status, settings *session.Settings) []command.Command {
	p.width, p.height = width, height
	p.Widgets = Widgets{}
	p.Pointed, p.hover.on, p.Names = nil, false, p.Names[:0]
	p.Badges = p.Badges[:0]
	p.typing.slider, p.typing.sliding = p.typing.sliding, ""
	p.restTip(elapsed)
	p.OnGrip = false
	io := imgui.CurrentIO()
	io.DisplaySize = imgui.NewVec2(float32(width), float32(height))
	io.DeltaTime = float32(max(elapsed.Seconds(), 1e-4))
	imgui.NewFrame()
	if p.teaching.lesson != nil {
		return p.teachInstead(elapsed, status)
	}
	p.floats = !settings.Panel && status.Controls
	shape := Shape{Panel: settings.Panel, Width: settings.PanelWidth, Controls: status.Controls, Timeline: status.Timeline.Shown}
	p.areas, p.hover.holding = shape.Layout(width, height, p.scale), -1
	p.texts.refresh(&p.facts, status, elapsed)
	if settings.Panel {
		p.side(p.areas.Side, status, settings)
	}
	if !p.areas.Timeline.Empty() {
		p.timeline(p.areas.Timeline, status, settings)
	}
	if !p.areas.Bar.Empty() {
		p.bar(p.areas.Bar, status, settings)
	}
	p.buildMenu()
	p.menu.list = imgui.IsPopupOpen("", imgui.PopupFlagsAnyPopup)
	p.hover.held = p.hover.holding
	picture := p.areas.Picture
	if p.place.open {
		p.ask(picture)
	}
	for i := range status.Numbers {
		p.numbers(&status.Numbers[i])
	}
	p.way(&status.Descent)
	free := picture
	if p.floats {
		free.Max.Y = min(free.Max.Y, p.areas.Bar.Min.Y)
	}
	if settings.View == views.Pyramid {
		p.cellLegend(free, status.Most, status.Thing)
	}
	p.sampleLegend(free, settings)
	if status.Wipe.On {
		p.wipe(picture, &status.Wipe)
	}
	p.pick(picture, &status.Picking)
	p.hint(picture, status)
	p.card(picture, status)
	p.inspector(picture, status.Inspected)
	p.browse(status)
	if status.Help {
		p.help(picture)
	}
	p.quit(picture, status)
	p.message(picture, status)
	imgui.Render()
	commands := p.commands
	p.commands = p.commands[:0]
	return commands
}

// PointedAt returns the time of the video under the mouse, if there is one.
func (p *Panel) PointedAt() (t time.Duration, ok bool) { return p.hover.at, p.hover.on }

// do adds a command.
func (p *Panel) do(c command.Command) { p.commands = append(p.commands, c) }

// Clear fills the whole target with the widgets' background. Draw does not do
// that, because the picture is drawn between the two.
func (p *Panel) Clear() {
	p.renderer.dev.Clear(float32(ground.R)/255, float32(ground.G)/255, float32(ground.B)/255)
}

// Draw draws the built widgets over the current target, which must have the
// size given to Build.
func (p *Panel) Draw(rows gloverlay.Rows) error {
	return p.renderer.draw(p.width, p.height, rows)
}

const window = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsNoBackground | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoSavedSettings |
	imgui.WindowFlagsNoNav | imgui.WindowFlagsNoBringToFrontOnFocus | imgui.WindowFlagsNoFocusOnAppearing

// begin opens a window in the given place.
func begin(name string, r image.Rectangle, flags imgui.WindowFlags) {
	imgui.SetNextWindowPos(imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)))
	imgui.SetNextWindowSize(imgui.NewVec2(float32(r.Dx()), float32(r.Dy())))
	imgui.Begin(name, window|flags)
}

// beginScrolling opens a window that has a scroll bar if it is too short.
func beginScrolling(name string, r image.Rectangle) {
	imgui.SetNextWindowPos(imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)))
	imgui.SetNextWindowSize(imgui.NewVec2(float32(r.Dx()), float32(r.Dy())))
	imgui.Begin(name, window&^imgui.WindowFlagsNoScrollbar)
}

// item returns the rectangle of the last widget.
func item() image.Rectangle {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	return image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
}

// message shows the result of the last key over the picture's upper left
// corner, in as many lines as it needs.
func (p *Panel) message(picture image.Rectangle, status *Status) {
	if status.Visible <= 0 || status.Message == "" {
		return
	}
	s := p.scale
	room := max(float32(picture.Dx())-56*s, 1)
	imgui.PushFont(p.medium, titleSize*s)
	size := imgui.CalcTextSizeV(status.Message, false, room)
	imgui.PopFont()
	low := imgui.NewVec2(float32(picture.Min.X)+16*s, float32(max(picture.Min.Y, p.Widgets.Place.Max.Y))+16*s)
	if status.Wipe.On {
		low.Y += 28 * s // below the names of the sides
	}
	if card := p.Widgets.Card; float32(card.Max.X)+size.X+40*s < float32(picture.Max.X) && !card.Empty() {
		low.X = float32(card.Max.X) + 8*s
	}
	high := low.Add(size).Add(imgui.NewVec2(24*s, 14*s))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, faded(toastBed, status.Visible), 5*s, 0)
	at := low.Add(imgui.NewVec2(12*s, 7*s))
	all := imgui.NewVec4(low.X, low.Y, high.X, high.Y)
	draw.AddTextFontV(p.medium, titleSize*s, at, faded(bright, status.Visible), status.Message, room, &all)
}
