// Package gpu wraps the OpenGL 4.3 objects that the passes need: a context (in a window, or through EGL
// without a display), programs, textures, buffers, render targets, timers and asynchronous read-backs.
// What draws also works with OpenGL 3.3, see [NewDrawing].
//
// A [Device] and everything made from it belong to one OS thread, on which its context is current; no
// method may be called from another thread. The creator of an object releases it, in reverse order;
// Release is idempotent and nil-safe. Programs belong to the device, which compiles each once and
// caches it. Raw OpenGL names never leave the package.
package gpu

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// ErrUnsupported means that no OpenGL 4.3 core context is available.
var ErrUnsupported = errors.New("OpenGL 4.3 is not available")

// errComputes means that a pass was requested that OpenGL 3.3 lacks.
var errComputes = fmt.Errorf("%w, whose compute shaders this needs", ErrUnsupported)

// ErrLimit means that an object exceeds a limit of this driver.
var ErrLimit = errors.New("this driver's limit")

// Caps are the capabilities of a context.
type Caps struct {
	Vendor, Renderer, Version string
	// Software is true if the renderer runs on the CPU.
	Software       bool
	Computes       bool  // there are compute shaders and storage blocks: OpenGL 4.3; without, there is 3.3
	MaxTextureSize int   // pixels, for width and height
	MaxStorageSize int64 // bytes of one storage buffer
	MaxGroups      int   // workgroups in the first dimension of a dispatch
	// Subgroups is true if compute shaders have the basic, arithmetic and ballot operations of
	// GL_KHR_shader_subgroup.
	Subgroups bool
	// Mapping is true if buffers can stay mapped while the GPU uses them, see [Mapped].
	Mapping bool
	// Parallel is true if the driver compiles in the background and reports completion.
	Parallel bool
}

// String returns the version and the renderer.
func (c Caps) String() string { return c.Version + ", " + c.Renderer }

// Device is a current OpenGL context.
type Device struct {
	Caps Caps

	live     map[string]int // unreleased objects by kind
	programs map[string]*Program
	messages []string
	compilation
	vao   uint32
	using uint32 // the current program
	link  link
	drawn Drawn

	resetStatus func() uint32 // or nil; see Lost
	lost        bool
}

// NewDevice adopts the context that is current on the calling thread; load looks up OpenGL functions by
// name. With debug the driver reports errors as they happen, see [Device.Err]; the context should then
// be a debug context.
func NewDevice(load func(name string) unsafe.Pointer, debug bool) (*Device, error) {
	if err := loadFunctions(load); err != nil {
		return nil, fmt.Errorf("gpu: %w: %w", ErrUnsupported, err)
	}
	d, major, minor := adopt(load)
	if major < 4 || major == 4 && minor < 3 {
		return nil, fmt.Errorf("gpu: %w: the driver %s has OpenGL %d.%d", ErrUnsupported, d.Caps.Renderer, major, minor)
	}
	d.Caps.Computes = true
	gl.GetInteger64v(gl.MAX_SHADER_STORAGE_BLOCK_SIZE, &d.Caps.MaxStorageSize)
	var n int32
	gl.GetIntegeri_v(gl.MAX_COMPUTE_WORK_GROUP_COUNT, 0, &n)
	d.Caps.MaxGroups = int(n)
	d.Caps.Subgroups = hasSubgroups()
	d.Caps.Mapping = hasMapping(major, minor)
	if debug {
		d.watch()
	}
	return d, nil
}

// NewDrawing adopts a context of at least OpenGL 3.3, as old GPUs and macOS have. Its device lacks [Caps].Computes:
// compute passes fail with ErrUnsupported, and programs that draw read storage blocks through textures. It
// looks like any other device to whoever draws.
func NewDrawing(load func(name string) unsafe.Pointer) (*Device, error) {
	if err := loadFunctions(func(name string) unsafe.Pointer {
		if f := load(name); f != nil {
			return f
		}
		return missing()
	}); err != nil {
		return nil, fmt.Errorf("gpu: %w: %w", ErrUnsupported, err)
	}
	d, major, minor := adopt(load)
	if major < 3 || major == 3 && minor < 3 {
		return nil, fmt.Errorf("gpu: %w: the driver %s has OpenGL %d.%d, and drawing needs 3.3", ErrUnsupported, d.Caps.Renderer, major, minor)
	}
	var n int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &n)
	d.Caps.MaxStorageSize = 4 * int64(n)
	return d, nil
}

// adopt returns a device of the current context with what all versions have, and the version.
func adopt(load func(name string) unsafe.Pointer) (d *Device, major, minor int32) {
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	d = &Device{live: make(map[string]int), programs: make(map[string]*Program), compilation: newCompilation()}
	d.Caps.Vendor = gl.GoStr(gl.GetString(gl.VENDOR))
	d.Caps.Renderer = gl.GoStr(gl.GetString(gl.RENDERER))
	d.Caps.Version = gl.GoStr(gl.GetString(gl.VERSION))
	d.Caps.Software = isSoftware(d.Caps.Renderer)
	var n int32
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &n)
	d.Caps.MaxTextureSize = int(n)
	d.Caps.Parallel = compilesInParallel()
	d.resetStatus = resetStatus(load, major, minor)
	gl.GenVertexArrays(1, &d.vao)
	gl.BindVertexArray(d.vao)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	return d, major, minor
}

// functions records whether go-gl, which has one set of functions per process, has loaded them.
var functions struct {
	sync.Mutex
	loaded bool
}

// loadFunctions loads the functions for the first context only. EGL and GLX return the same ones for
// all contexts, and a context on another thread may be using them.
func loadFunctions(load func(name string) unsafe.Pointer) error {
	functions.Lock()
	defer functions.Unlock()
	if functions.loaded {
		return nil
	}
	err := gl.InitWithProcAddrFunc(load)
	functions.loaded = err == nil
	return err
}

func isSoftware(renderer string) bool {
	r := strings.ToLower(renderer)
	for _, name := range []string{"llvmpipe", "softpipe", "swrast", "swiftshader", "software"} {
		if strings.Contains(r, name) {
			return true
		}
	}
	return false
}

// watch makes the driver report errors and undefined behaviour synchronously. Other messages are off,
// because NVIDIA comments on every buffer.
func (d *Device) watch() {
	gl.Enable(gl.DEBUG_OUTPUT)
	gl.Enable(gl.DEBUG_OUTPUT_SYNCHRONOUS)
	gl.DebugMessageControl(gl.DONT_CARE, gl.DONT_CARE, gl.DONT_CARE, 0, nil, false)
	gl.DebugMessageControl(gl.DONT_CARE, gl.DEBUG_TYPE_ERROR, gl.DONT_CARE, 0, nil, true)
	gl.DebugMessageControl(gl.DONT_CARE, gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR, gl.DONT_CARE, 0, nil, true)
	gl.DebugMessageControl(gl.DONT_CARE, gl.DONT_CARE, gl.DEBUG_SEVERITY_HIGH, 0, nil, true)
	gl.DebugMessageCallback(func(_, _, _, _ uint32, _ int32, message string, _ unsafe.Pointer) {
		d.messages = append(d.messages, strings.TrimSpace(message))
	}, nil)
}

// Err returns what the driver has reported since the last call: a debug device's messages, or the
// pending error flag. If the context is lost the error matches [ErrLost]. It does not wait for the
// pipeline.
func (d *Device) Err() error {
	var err error
	if len(d.messages) > 0 {
		err = fmt.Errorf("gpu: %s", strings.Join(d.messages, "; "))
		d.messages = nil
	}
	for code := gl.GetError(); code != gl.NO_ERROR; code = gl.GetError() {
		if err == nil {
			err = fmt.Errorf("gpu: OpenGL error %#x", code)
		}
		if code == gl.CONTEXT_LOST {
			d.lost = true
			break
		}
	}
	if d.Lost() {
		return fmt.Errorf("gpu: %w", ErrLost)
	}
	return err
}

// Live returns the number of unreleased objects by kind, or nil. It does not count programs, which
// belong to the device.
func (d *Device) Live() map[string]int {
	var live map[string]int
	for kind, n := range d.live {
		if n != 0 {
			if live == nil {
				live = make(map[string]int)
			}
			live[kind] = n
		}
	}
	return live
}

// Release frees what the device holds. The context remains; its creator destroys it.
func (d *Device) Release() {
	if d == nil || d.vao == 0 {
		return
	}
	d.link.made.Release()
	for len(d.uncached) > 0 {
		d.CacheProgram()
	}
	for _, c := range d.compiling {
		c.release()
	}
	clear(d.compiling)
	for _, p := range d.programs {
		gl.DeleteProgram(p.id)
	}
	clear(d.programs)
	gl.DeleteVertexArrays(1, &d.vao)
	d.vao = 0
}

// Finish waits until the GPU has completed all commands.
func (d *Device) Finish() { gl.Finish() }

// Barrier names how a later command uses what a shader wrote.
type Barrier uint32

const (
	ToTextureFetch Barrier = gl.TEXTURE_FETCH_BARRIER_BIT
	ToStorage      Barrier = gl.SHADER_STORAGE_BARRIER_BIT
	ToCommand      Barrier = gl.COMMAND_BARRIER_BIT       // indirect dispatch or draw
	ToReadback     Barrier = gl.BUFFER_UPDATE_BARRIER_BIT // copies, clears, writes and reads of buffers
	ToTextureRead  Barrier = gl.TEXTURE_UPDATE_BARRIER_BIT
	ToMapped       Barrier = gl.CLIENT_MAPPED_BUFFER_BARRIER_BIT // the program reads a Mapped buffer; needs Caps.Mapping
)

// Barrier makes the writes of earlier dispatches visible to the named uses.
func (d *Device) Barrier(b Barrier) {
	if d.Caps.Computes { // else shaders write nothing but targets
		gl.MemoryBarrier(uint32(b))
	}
}

func (d *Device) label(kind, name uint32, text string) {
	if !d.Caps.Computes {
		return
	}
	gl.ObjectLabel(kind, name, int32(len(text)), gl.Str(text+"\x00"))
}

// ReadWindow waits for the GPU and returns what was drawn into the window since the last swap, top row
// first. width and height are the window's size.
func (d *Device) ReadWindow(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	rows := make([]byte, len(img.Pix)) // bottom row first
	gl.ReadPixels(0, 0, int32(width), int32(height), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&rows[0]))
	for y := range height {
		copy(img.Pix[y*img.Stride:], rows[(height-1-y)*img.Stride:][:img.Stride])
	}
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}
