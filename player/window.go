package player

import (
	"errors"
	"fmt"
	"image"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/gpu"
	"ffkvadrat/player/session"
)

// window is the player's window with its OpenGL context.
type window struct {
	*glfw.Window
	dev *gpu.Device

	waking sync.Mutex
	closed bool // guarded by waking

	cursors [4]*glfw.Cursor // for pointers but the usual one; made when first used
	shape   pointerShape    // the pointer's
	hidden  bool            // the pointer is

	moved func(x, y float64) // is called when the pointer moves
	at    [2]float64         // the pointer's place at its last call

	fullscreen bool
	x, y, w, h int // place before fullscreen

	lack error // why the processor does what the driver cannot; nil if the driver does everything
}

// openWindow opens the window with the first that there is of: OpenGL 4.3 of the driver; 3.3 on a GPU, which only draws;
// 4.3 of Mesa on the processor; 3.3 at all. Errors match ErrNoDisplay or gpu.ErrUnsupported.
func openWindow(cfg *Config) (*window, error) {
	w, lack := openOnce(cfg, full)
	if !errors.Is(lack, gpu.ErrUnsupported) {
		return w, lack
	}
	w, failed := openOnce(cfg, drawing)
	if failed != nil || w.dev.Caps.Software {
		if restore, ok := useSoftware(); ok {
			if failed == nil {
				w.close()
			}
			if w, failed = openOnce(cfg, full); failed != nil {
				w, failed = openOnce(cfg, drawing)
			}
			restore()
		}
	}
	if failed != nil {
		return nil, lack
	}
	w.lack = lack
	return w, nil
}

// An openGL is a version of OpenGL that the player can do with.
type openGL struct {
	major, minor int
	adopt        func(load func(name string) unsafe.Pointer) (*gpu.Device, error)
}

var (
	full    = openGL{4, 3, func(load func(name string) unsafe.Pointer) (*gpu.Device, error) { return gpu.NewDevice(load, false) }}
	drawing = openGL{3, 3, gpu.NewDrawing}
)

func openOnce(cfg *Config, version openGL) (*window, error) {
	var said []string // errors that the binding only logs
	defer heed(func(message string) { said = append(said, message) })()
	defer hush()()
	if err := initWindows(); err != nil {
		return nil, fmt.Errorf("player: %w: %w", ErrNoDisplay, err)
	}
	var w *window
	err := guarded(func() (err error) {
		w, err = newWindow(cfg, version)
		return err
	})
	if err == nil {
		return w, nil
	}
	glfw.Terminate()
	switch {
	case errors.Is(err, gpu.ErrUnsupported):
		return nil, err
	case errors.Is(err, errNoWindow) && len(said) > 0:
		err = errors.New(said[len(said)-1])
	}
	return nil, fmt.Errorf("player: %w: %w", gpu.ErrUnsupported, err)
}

// initWindows initialises GLFW. If the display in DISPLAY does not answer, the binding's Init logs
// that and returns nil. The next call panics, saying only that GLFW is not initialised.
func initWindows() error {
	name := os.Getenv("DISPLAY")
	if runtime.GOOS == "linux" && name == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("DISPLAY is not set")
	}
	var refused error
	err := guarded(func() error {
		if refused = glfw.Init(); refused != nil {
			return refused
		}
		glfw.DefaultWindowHints() // panics without a display
		return nil
	})
	switch {
	case err == nil || refused != nil:
		return refused
	case name != "":
		return fmt.Errorf("DISPLAY=%s does not answer", name)
	}
	return errors.New("the window system does not answer")
}

// errNoWindow reports that the window could not be opened; the binding logs the reason.
var errNoWindow = errors.New("there is no window")

func newWindow(cfg *Config, version openGL) (*window, error) {
	if err := checkScreen(); err != nil {
		return nil, err
	}
	glfw.WindowHint(glfw.ContextVersionMajor, version.major)
	glfw.WindowHint(glfw.ContextVersionMinor, version.minor)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.ContextRobustness, glfw.LoseContextOnReset) // if supported, see gpu.Device.Lost
	glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
	glfw.WindowHint(glfw.Samples, 0)
	place, placed := restored(cfg.Window, workAreas())
	if placed {
		glfw.WindowHint(glfw.Visible, glfw.False)
	}
	win, err := glfw.CreateWindow(1280, 720, "ffkvadrat", nil, nil)
	if err == nil && win == nil {
		err = errNoWindow
	}
	if err != nil {
		return nil, err
	}
	w := &window{Window: win}
	w.limit()
	if placed { // the stored size is already scaled
		win.SetSize(place.Dx(), place.Dy())
		win.SetPos(place.Min.X, place.Min.Y)
		win.Show()
	} else if areas := workAreas(); len(areas) > 0 { // scaling can make it larger than the display
		width, height := win.GetSize()
		if size := image.Pt(min(width, areas[0].Dx()), min(height, areas[0].Dy())); size != image.Pt(width, height) {
			win.SetSize(size.X, size.Y)
		}
	}
	win.MakeContextCurrent()
	if w.dev, err = version.adopt(glfw.GetProcAddress); err != nil {
		win.Destroy()
		return nil, err
	}
	if cfg.Programs != nil {
		w.dev.UseCache(cfg.Programs)
	}
	interval := 1
	if cfg.Untimed {
		interval = 0
	}
	glfw.SwapInterval(interval)
	return w, nil
}

// Smallest size of the window at scale 1.
const leastWidth, leastHeight = 640, 400

// limit sets the window's smallest size, so that widgets leave room for the picture, if the display
// is large enough.
func (w *window) limit() {
	dx, dy := w.density()
	var display image.Rectangle
	if areas := workAreas(); len(areas) > 0 {
		display = areas[0]
	}
	size := least(w.scale(), dx, dy, display)
	w.SetSizeLimits(size.X, size.Y, glfw.DontCare, glfw.DontCare)
}

// least returns the smallest size in window coordinates at a scale and a density. At larger scales,
// it is limited to the display's size, if known.
func least(scale, dx, dy float32, display image.Rectangle) image.Point {
	side := func(at1 int, density float32, display int) int {
		return max(at1, min(int(float32(at1)*scale/density), display))
	}
	return image.Pt(side(leastWidth, dx, display.Dx()), side(leastHeight, dy, display.Dy()))
}

// workAreas returns the usable areas of the displays.
func workAreas() []image.Rectangle {
	var areas []image.Rectangle
	for _, m := range glfw.GetMonitors() {
		x, y, w, h := m.GetWorkarea()
		areas = append(areas, image.Rect(x, y, x+w, y+h))
	}
	return areas
}

// restored returns the place of a window from an earlier run, cut to the display, if enough of it
// is visible to move it. Otherwise it returns false.
func restored(w session.Window, areas []image.Rectangle) (place image.Rectangle, ok bool) {
	const shows = 100 // along each axis
	place = image.Rect(w.X, w.Y, w.X+w.Width, w.Y+w.Height)
	if w.Width < leastWidth || w.Height < leastHeight {
		return place, false
	}
	for _, area := range areas {
		if part := place.Intersect(area); part.Dx() < shows || part.Dy() < shows || place.Min.Y < area.Min.Y {
			continue
		}
		place.Max.X = place.Min.X + min(place.Dx(), area.Dx())
		place.Max.Y = place.Min.Y + min(place.Dy(), area.Dy())
		return place, true
	}
	return place, false
}

// place returns the window's place, or its place before fullscreen.
func (w *window) place() session.Window {
	if w.fullscreen {
		return session.Window{X: w.x, Y: w.y, Width: w.w, Height: w.h}
	}
	x, y := w.GetPos()
	width, height := w.GetSize()
	return session.Window{X: x, Y: y, Width: width, Height: height}
}

// pointerShape is a shape of the mouse pointer.
type pointerShape uint8

const (
	usual    pointerShape = iota
	sideways              // horizontal arrows
	upright               // vertical arrows
	hand
	cross
)

func (w *window) shapePointer(shape pointerShape) {
	if shape == w.shape {
		return
	}
	w.shape = shape
	if shape == usual {
		w.SetCursor(nil)
		return
	}
	cursor := &w.cursors[shape-1]
	if *cursor == nil {
		*cursor = glfw.CreateStandardCursor([...]glfw.StandardCursor{glfw.HResizeCursor, glfw.VResizeCursor, glfw.HandCursor, glfw.CrosshairCursor}[shape-1])
	}
	w.SetCursor(*cursor)
}

// hidePointer hides the pointer over the window, or shows it.
func (w *window) hidePointer(hide bool) {
	if hide == w.hidden {
		return
	}
	w.hidden = hide
	mode := glfw.CursorNormal
	if hide {
		mode = glfw.CursorHidden
	}
	w.SetInputMode(glfw.CursorMode, mode)
	// GLFW has looked where the pointer is, and will not report a move to there that is still to come.
	if x, y := w.GetCursorPos(); w.at != [2]float64{x, y} && w.GetAttrib(glfw.Hovered) == glfw.True {
		w.moved(x, y)
		w.wake()
	}
}

// wake ends a wait for events. It may be called from any goroutine, also after close.
func (w *window) wake() {
	w.waking.Lock()
	defer w.waking.Unlock()
	if !w.closed {
		// Errors of the window system also reach the window's thread.
		_ = guarded(func() error { glfw.PostEmptyEvent(); return nil })
	}
}

func (w *window) close() {
	w.waking.Lock()
	w.closed = true
	w.waking.Unlock()
	w.dev.Release()
	w.Destroy()
	glfw.Terminate()
}

// setFullscreen covers the first display, or restores the place before.
func (w *window) setFullscreen(on bool) {
	monitor := glfw.GetPrimaryMonitor()
	if on == w.fullscreen || on && monitor == nil {
		return
	}
	if !on {
		w.fullscreen = false
		w.SetMonitor(nil, w.x, w.y, w.w, w.h, glfw.DontCare)
		return
	}
	w.x, w.y = w.GetPos()
	w.w, w.h = w.GetSize()
	mode := monitor.GetVideoMode()
	if mode == nil { // the display was just removed
		return
	}
	w.fullscreen = true
	w.SetMonitor(monitor, 0, 0, mode.Width, mode.Height, mode.RefreshRate)
}

// density returns the number of framebuffer pixels per unit of window coordinates along each axis.
func (w *window) density() (x, y float32) {
	fw, fh := w.GetFramebufferSize()
	ww, wh := w.GetSize()
	if ww == 0 || wh == 0 {
		return 1, 1
	}
	return float32(fw) / float32(ww), float32(fh) / float32(wh)
}

// scale returns the number of framebuffer pixels per unit of length.
func (w *window) scale() float32 {
	s, _ := w.GetContentScale()
	return max(s, 1)
}
