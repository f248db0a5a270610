package player

import (
	"math"
	"slices"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
)

type input struct {
	queue   []event // not handled yet
	keymap  *keymap
	pointer pointer
	held    bool // the key that types the next character is being held
	foreign bool // that key is the desktop's
}

// event is an event of the window or a command, in the queue.
type event struct {
	kind    eventKind
	x, y    float64 // pointer, in pixels of the framebuffer; or notches of the wheel
	on      bool    // button or key was pressed; pointer entered the window
	repeat  bool    // repeated by a held key
	button  glfw.MouseButton
	key     glfw.Key
	mods    glfw.ModifierKey
	char    rune
	paths   []string
	command command.Command
}

type eventKind uint8

const (
	redrawn eventKind = iota // the window needs a redraw
	pointed
	entered
	clicked
	wheeled
	pressed
	typed
	rescaled
	dropped
	asked
)

func (w *window) listen(put func(event)) {
	w.moved = func(x, y float64) {
		w.at = [2]float64{x, y}
		dx, dy := w.density()
		put(event{kind: pointed, x: x * float64(dx), y: y * float64(dy)})
	}
	w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) { w.moved(x, y) })
	w.SetCursorEnterCallback(func(_ *glfw.Window, in bool) { put(event{kind: entered, on: in}) })
	w.SetMouseButtonCallback(func(_ *glfw.Window, button glfw.MouseButton, action glfw.Action, _ glfw.ModifierKey) {
		put(event{kind: clicked, button: button, on: action == glfw.Press})
	})
	w.SetScrollCallback(func(_ *glfw.Window, x, y float64) { put(event{kind: wheeled, x: x, y: y}) })
	w.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, mods glfw.ModifierKey) {
		put(event{kind: pressed, key: key, mods: mods, on: action != glfw.Release, repeat: action == glfw.Repeat})
	})
	w.SetCharCallback(func(_ *glfw.Window, char rune) { put(event{kind: typed, char: char}) })
	w.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { put(event{kind: redrawn}) })
	w.SetRefreshCallback(func(*glfw.Window) { put(event{kind: redrawn}) })
	w.SetContentScaleCallback(func(*glfw.Window, float32, float32) { put(event{kind: rescaled}) })
	w.SetDropCallback(func(_ *glfw.Window, paths []string) { put(event{kind: dropped, paths: paths}) })
	w.SetCloseCallback(func(*glfw.Window) { put(event{kind: asked, command: command.Do(command.Quit)}) })
}

func (p *player) takeInput() {
	for i := 0; i < len(p.input.queue); i++ { // the queue can grow meanwhile
		e := &p.input.queue[i]
		if e.kind == asked {
			p.redraw.again()
		} else {
			p.redraw.touched = true
		}
		p.take(e)
	}
	clear(p.input.queue)
	p.input.queue = p.input.queue[:0]
}

func (p *player) take(e *event) {
	switch e.kind {
	case pointed:
		p.input.pointer.moved, p.input.pointer.away = time.Now(), false
		p.input.pointer.to(e.x, e.y)
		p.panel.MoveMouse(float32(e.x), float32(e.y))
		p.mouse.drag()
		p.mouse.shapePointer()
	case entered:
		if p.input.pointer.away = !e.on; !e.on {
			p.panel.LeaveMouse()
		}
	case clicked:
		closes := e.button <= glfw.MouseButtonMiddle && p.panel.PressMouse(int(e.button), e.on)
		if e.button == glfw.MouseButtonLeft {
			if p.input.pointer.held = e.on; e.on {
				p.input.pointer.presses++
			}
			if !closes {
				p.mouse.press(e.on)
			}
		}
		if e.button == glfw.MouseButtonRight && e.on && p.mouse.overPicture() {
			p.panel.Menu.Open()
		}
	case wheeled:
		p.panel.TurnWheel(e.x, e.y)
		if e.y != 0 && p.mouse.overPicture() {
			p.mouse.zoom(math.Pow(wheelStep, e.y), p.input.pointer.x, p.input.pointer.y)
		}
	case pressed:
		p.pressKey(e)
	case typed:
		p.typeCharacter(e.char)
	case rescaled:
		p.panel.Defaults.LineWidth = p.lineWidth()
		p.win.limit()
	case dropped:
		p.message.replying(func() { p.drop(e.paths) })
	case asked:
		p.do(e.command)
	}
}

func (p *player) do(c command.Command) {
	p.message.dismiss(time.Now())
	switch effect := p.input.keymap.effects[c.ID]; {
	case p.ignores(c) || p.lessons.turnsPage(c) || p.stands(c):
	case slices.Contains(ofBrowser, c.ID):
		p.message.replying(func() { effect(p, c) })
	default:
		effect(p, c)
	}
}

// ofBrowser are the commands that the file browser gives and whose outcome it shows.
var ofBrowser = []command.ID{command.OpenPath, command.OpenRecent, command.MakeFolder, command.SaveSettings}

// stands says why a command about time does nothing, if a still picture is shown.
func (k *core) stands(c command.Command) bool {
	if !k.facts.Still || !slices.Contains(timely, c.ID) {
		return false
	}
	k.say("This is a picture: it has one frame and no sound")
	return true
}

// timely are the commands about time and sound.
var timely = []command.ID{
	command.TogglePause, command.Step, command.SeekBy, command.ToStart, command.ToEnd, command.AskPlace, command.Faster, command.Speed, command.MarkLoop, command.LoopFile,
	command.Timeline, command.ZoomTimeline, command.WholeTimeline, command.Volume, command.Mute, command.Peak, command.NextCut,
}

// editKeys are the keys for editing text and for moving between widgets.
var editKeys = map[glfw.Key]panel.EditKey{
	glfw.KeyEnter: panel.KeyEnter, glfw.KeyKPEnter: panel.KeyEnter, glfw.KeyEscape: panel.KeyEscape,
	glfw.KeyBackspace: panel.KeyBackspace, glfw.KeyDelete: panel.KeyDelete,
	glfw.KeyLeft: panel.KeyLeft, glfw.KeyRight: panel.KeyRight, glfw.KeyHome: panel.KeyHome, glfw.KeyEnd: panel.KeyEnd,
	glfw.KeyUp: panel.KeyUp, glfw.KeyDown: panel.KeyDown, glfw.KeyPageUp: panel.KeyPageUp, glfw.KeyPageDown: panel.KeyPageDown,
	glfw.KeyA: panel.KeyA, glfw.KeySpace: panel.KeySpace, glfw.KeyTab: panel.KeyTab,
}

// pressKey handles a key. With Super it is the desktop's, and does nothing. If the key types a character, that follows as a separate event, for
// typeCharacter.
func (p *player) pressKey(e *event) {
	p.input.held = e.repeat
	if p.input.foreign = e.mods&glfw.ModSuper != 0; p.input.foreign && e.on {
		return
	}
	switch e.key {
	case glfw.KeyLeftControl, glfw.KeyRightControl:
		p.panel.PressKey(panel.KeyControl, e.on)
	case glfw.KeyLeftShift, glfw.KeyRightShift:
		p.panel.PressKey(panel.KeyShift, e.on)
	}
	typing := p.panel.Typing()
	edit, ok := editKeys[e.key]
	taken := ok && (typing || e.mods&glfw.ModControl == 0) && p.panel.Takes(edit)
	if ok && (taken || !e.on) {
		p.panel.PressKey(edit, e.on)
	}
	if e.on {
		p.panel.LookFor("") // until the next input
	}
	if !e.on || typing || taken {
		return
	}
	if c, ok := p.input.keymap.key(e.key, e.mods, e.repeat); ok {
		p.do(c)
	}
}

func (p *player) typeCharacter(c rune) {
	if p.input.foreign {
		return
	}
	if c == ' ' && p.panel.Takes(panel.KeySpace) {
		return // it presses the widget that has the keys
	}
	if p.panel.Typing() || p.panel.ListOpen() {
		p.panel.Type(c)
		return
	}
	if c, ok := p.input.keymap.character(c, p.input.held); ok {
		p.do(c)
	}
}
