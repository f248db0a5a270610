package player

import (
	"fmt"
	"math"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/analysis"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
)

// input is what the window's callbacks leave for the loop.
type input struct {
	touched bool      // something came in: the widgets want to know
	since   time.Time // from when on something waits to be shown; zero where nothing does
	repeat  bool      // the key whose character comes next is held down
	// The pointer's place as of the last event, in pixels of the framebuffer;
	// the window's own may be ahead of the events.
	x, y float64
}

// listen connects the window's events.
func (p *player) listen() {
	w := p.win
	w.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		dx, dy := w.density()
		p.input.x, p.input.y = x*float64(dx), y*float64(dy)
		p.panel.MoveMouse(float32(p.input.x), float32(p.input.y))
		p.drag()
		p.win.pointSideways(p.wipe.dragging || p.onDivider())
		p.input.touched = true
	})
	w.SetCursorEnterCallback(func(_ *glfw.Window, entered bool) {
		if !entered {
			p.panel.LeaveMouse()
		}
		p.input.touched = true
	})
	w.SetMouseButtonCallback(func(_ *glfw.Window, button glfw.MouseButton, action glfw.Action, _ glfw.ModifierKey) {
		if button <= glfw.MouseButtonMiddle {
			p.panel.PressMouse(int(button), action == glfw.Press)
		}
		if button == glfw.MouseButtonLeft {
			p.press(action == glfw.Press)
		}
		p.input.touched = true
	})
	w.SetScrollCallback(func(_ *glfw.Window, x, y float64) {
		p.panel.TurnWheel(x, y)
		p.wheel(y)
		p.input.touched = true
	})
	w.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, _ int, action glfw.Action, mods glfw.ModifierKey) {
		p.key(key, action, mods)
	})
	w.SetCharCallback(func(_ *glfw.Window, char rune) { p.character(char) })
	w.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { p.input.touched = true })
	w.SetRefreshCallback(func(*glfw.Window) { p.input.touched = true })
	w.SetContentScaleCallback(func(_ *glfw.Window, _, _ float32) {
		p.panel.SetScale(w.scale())
		w.limit()
		p.input.touched = true
	})
	w.SetDropCallback(func(_ *glfw.Window, paths []string) {
		p.drop(paths)
		p.input.touched = true
	})
	w.SetCloseCallback(func(*glfw.Window) { p.quit = true })
}

// editKeys are the keys that a value being typed wants.
var editKeys = map[glfw.Key]panel.EditKey{
	glfw.KeyEnter: panel.KeyEnter, glfw.KeyKPEnter: panel.KeyEnter, glfw.KeyEscape: panel.KeyEscape,
	glfw.KeyBackspace: panel.KeyBackspace, glfw.KeyDelete: panel.KeyDelete,
	glfw.KeyLeft: panel.KeyLeft, glfw.KeyRight: panel.KeyRight, glfw.KeyHome: panel.KeyHome, glfw.KeyEnd: panel.KeyEnd,
	glfw.KeyA: panel.KeyA,
}

// key takes keys that give no character. Those that do come to character,
// which goes by what is printed on the key, whatever the keyboard's layout.
func (p *player) key(key glfw.Key, action glfw.Action, mods glfw.ModifierKey) {
	p.input.touched = true
	p.input.repeat = action == glfw.Repeat
	down := action != glfw.Release
	if key == glfw.KeyLeftControl || key == glfw.KeyRightControl {
		p.panel.PressKey(panel.KeyControl, down)
	}
	typing := p.panel.Typing()
	if edit, ok := editKeys[key]; ok && (typing || !down) {
		p.panel.PressKey(edit, down)
	}
	if !down || typing {
		return
	}
	if mods&glfw.ModControl != 0 {
		if key == glfw.KeyS && !p.input.repeat && p.frame != nil {
			p.capture = true
		}
		if key == glfw.KeyE {
			p.panel.Tab, p.hidden = session.Export, false
		}
		if key == glfw.KeyO && !p.input.repeat {
			p.browse(false)
		}
		p.zoomKey(key)
		return
	}
	short := mods&glfw.ModShift != 0
	switch key {
	case glfw.KeyLeft, glfw.KeyRight:
		seconds := 5.
		if short {
			seconds = 1
		}
		if key == glfw.KeyLeft {
			seconds = -seconds
		}
		p.seekBy(seconds)
	case glfw.KeyUp:
		p.seekBy(60)
	case glfw.KeyDown:
		p.seekBy(-60)
	case glfw.KeyHome:
		p.seekTo(0)
		p.say("Start")
	case glfw.KeyEnd:
		p.seekTo(math.MaxInt32)
		p.say("End")
	case glfw.KeyEscape:
		p.status.Help, p.descent.pinned = false, false
		p.win.setFullscreen(false)
	case glfw.KeyBackspace:
		p.setSpeed(1)
	case glfw.KeyTab:
		if !p.input.repeat {
			p.hidden = !p.hidden
		}
	}
}

// character takes keys by the character that they give.
func (p *player) character(c rune) {
	p.input.touched = true
	if p.panel.Typing() {
		p.panel.Type(c)
		return
	}
	switch c {
	case '.':
		p.step(1)
	case ',':
		p.step(-1)
	case '[':
		p.setSpeed(scaled(p.speed, 1/speedStep))
	case ']':
		p.setSpeed(scaled(p.speed, speedStep))
	case '9':
		p.setVolume(p.settings.Volume - 0.05)
	case '0':
		p.setVolume(p.settings.Volume + 0.05)
	case '-', '=', '_', '+':
		p.settings.Threshold = stepThreshold(p.settings.Threshold, p.settings.MaxThreshold(), c == '=' || c == '+', c == '_' || c == '+')
		p.say(fmt.Sprintf("Threshold %.4f", p.settings.Threshold))
	}
	if p.input.repeat { // what follows switches, and would flicker
		return
	}
	switch c {
	case ' ', 'p':
		p.togglePause()
	case '{':
		p.setSpeed(scaled(p.speed, 1/speedLeap))
	case '}':
		p.setSpeed(scaled(p.speed, speedLeap))
	case 'l':
		p.markLoop()
	case 'L':
		p.toggleFileLoop()
	case '<':
		p.skip(-1)
	case '>':
		p.skip(1)
	case 'g':
		p.panel.AskPlace("")
	case 'm':
		p.settings.Muted = !p.settings.Muted
		p.say(word(p.settings.Muted, "Muted", "Sound on"))
	case 'f':
		p.win.setFullscreen(!p.win.fullscreen)
	case 'n':
		p.settings.Overlay = !p.settings.Overlay
		p.say(word(p.settings.Overlay, "Overlay on", "Overlay off"))
	case 'k':
		p.settings.Look, p.settings.Overlay = p.settings.Look.Next(), true
		p.say(p.settings.Look.Title())
	case 'c':
		p.settings.Colour, p.settings.Overlay = p.settings.Colour.Next(), true
		p.say("Colours " + p.settings.Colour.Title())
	case 's':
		p.shoot(true)
	case 'S':
		p.shoot(false)
	case 'v':
		p.settings.View = p.settings.View.Next()
		p.sayView()
	case 'V':
		p.nextLevel()
	case 'w':
		p.toggleWipe()
	case 'W':
		p.swapWipe()
	case 't':
		p.toggleTimeline()
	case 'y':
		p.switchVariant()
	case 'i':
		p.say(p.about())
	case '?':
		p.status.Help = !p.status.Help
	case '1', '2', '3', '4', '5':
		p.panel.Tab, p.hidden = session.Tab(c-'1'), false
	case 'q', 'Q':
		p.quit, p.keep = true, c == 'Q'
	}
}

func word(on bool, yes, no string) string {
	if on {
		return yes
	}
	return no
}

// switchVariant changes between edges and similar colours.
func (p *player) switchVariant() {
	other := analysis.CommonFeature
	if p.settings.Variant == other {
		other = analysis.EdgeThreshold
	}
	p.settings.Params = p.settings.Switched(other, p.settings.Operator)
	p.say(panel.MethodName(p.settings.Params))
}

func (p *player) setVolume(v float64) {
	p.settings.Volume = min(max(math.Round(v*100)/100, 0), 1)
	p.say(fmt.Sprintf("Volume %.0f", 100*p.settings.Volume))
}
