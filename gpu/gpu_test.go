package gpu_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/shaders"
)

func TestBufferRoundTrip(t *testing.T) {
	dev := gputest.Open(t)
	b, err := dev.NewBuffer("test", 16)
	gputest.Own(t, b, err)
	want := []uint32{1, 2, 3, 0xffffffff}
	gpu.WriteSlice(b, want)
	got := make([]uint32, 4)
	if gpu.ReadSlice(b, got); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	b.Clear()
	if gpu.ReadSlice(b, got); !slices.Equal(got, make([]uint32, 4)) {
		t.Errorf("cleared, and %v", got)
	}
}

func TestTextureStrides(t *testing.T) {
	dev := gputest.Open(t)
	texture, err := dev.NewTexture("test", gpu.R16UI, 3, 2)
	gputest.Own(t, texture, err)
	padded := []uint16{1, 2, 3, 99, 99, 4, 5, 6, 99, 99}
	texture.Write(0, 0, 3, 2, unsafe.Pointer(&padded[0]), 10)
	got := make([]byte, 12)
	texture.Read(got)
	if want := []byte{1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTextureLevels(t *testing.T) {
	dev := gputest.Open(t)
	for _, format := range []gpu.TexelFormat{gpu.R16F, gpu.R32F, gpu.RGBA32F} {
		texture, err := dev.NewLevels("test", format, 8, 2, 4)
		gputest.Own(t, texture, err)
		texture.Filter(true)
		for level, n := range []int{16, 4, 2, 1} {
			if width, height := texture.LevelSize(level); width*height != n {
				t.Errorf("level %d: %d×%d texels", level, width, height)
			}
			if format == gpu.RGBA32F {
				n *= 4
			}
			want, got := make([]float32, n), make([]float32, n)
			for i := range want {
				want[i] = float32(100*level + i)
			}
			texture.WriteLevel(level, want)
			if texture.ReadLevel(level, got); !slices.Equal(got, want) {
				t.Errorf("format %d, level %d: got %v, want %v", format, level, got, want)
			}
		}
	}
}

// TestLimits: sizes beyond the driver's limits give an error that names the limit.
func TestLimits(t *testing.T) {
	dev := gputest.Open(t)
	side, bytes := dev.Caps.MaxTextureSize, dev.Caps.MaxStorageSize
	_, wide := dev.NewTexture("wide", gpu.R8UI, side+1, 1)
	if !errors.Is(wide, gpu.ErrLimit) || wide.Error() != fmt.Sprintf("gpu: texture wide: %d×1 texels, this driver's limit is %d×%[2]d", side+1, side) {
		t.Errorf("a texture above the limit: %v", wide)
	}
	_, long := dev.NewBuffer("long", int(bytes)+1)
	if !errors.Is(long, gpu.ErrLimit) || long.Error() != fmt.Sprintf("gpu: buffer long: %d bytes, this driver's limit is %d", bytes+1, bytes) {
		t.Errorf("a buffer above the limit: %v", long)
	}
}

func TestReadbackArrives(t *testing.T) {
	dev := gputest.Open(t)
	source, err := dev.NewBuffer("source", 4)
	gputest.Own(t, source, err)
	r, err := dev.NewReadback("test", 4)
	gputest.Own(t, r, err)
	got := new(uint32)
	take := func(want uint32, what string) {
		t.Helper()
		if err := r.Take(unsafe.Pointer(got)); err != nil || *got != want {
			t.Errorf("%s: %d, %v, want %d", what, *got, err, want)
		}
	}
	take(0, "nothing was asked for")
	for v := range uint32(10) {
		gpu.WriteSlice(source, []uint32{v + 1})
		r.Ask(source)
	}
	take(10, "the last one")
	*got = 3
	take(3, "taken twice")
}

func TestTimer(t *testing.T) {
	dev := gputest.Open(t)
	timer := dev.NewTimer()
	defer timer.Release()
	if _, ready := timer.Result(); ready {
		t.Error("a result before any measurement")
	}
	for range 10 {
		timer.Begin()
		timer.End()
	}
	dev.Finish()
	n := 0
	for {
		ns, ready := timer.Result()
		if !ready {
			break
		}
		if ns < 0 {
			t.Errorf("%d ns", ns)
		}
		n++
	}
	if n == 0 {
		t.Error("no result after the GPU had finished")
	}
}

// TestErrors: a debug device converts a driver's error to a Go error.
func TestErrors(t *testing.T) {
	h, err := gpu.OpenHeadless(true)
	if err != nil {
		gputest.Open(t) // skips or fails without OpenGL
	}
	defer h.Release()
	texture, err := h.NewTexture("test", gpu.R8UI, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	texture.Write(-1, 0, 1, 1, unsafe.Pointer(new(byte)), 1)
	if err := h.Err(); err == nil {
		t.Error("a write outside a texture gave no error")
	}
	if err := h.Err(); err != nil {
		t.Errorf("reported twice: %v", err)
	}
	if live := h.Live(); live["texture"] != 1 {
		t.Errorf("live objects: %v", live)
	}
	texture.Release()
	texture.Release()
	if live := h.Live(); live != nil {
		t.Errorf("live objects: %v", live)
	}
}

func TestAssemble(t *testing.T) {
	for _, name := range shaders.Names() {
		if _, err := shaders.Full.Assemble(name); err != nil {
			t.Error(err)
		}
	}
	if _, err := shaders.Full.Assemble("none.comp"); err == nil {
		t.Error("a shader that is not there was assembled")
	}
	s, err := shaders.Full.Assemble("quadlist_traverse.comp", "WG_SIZE 8")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(s.Text, "#version 430 core\n#define WG_SIZE 8\n#line 1 0\n") || !slices.Contains(s.Files, "quadlist.glsl") {
		t.Errorf("files %v, text begins %q", s.Files, s.Text[:60])
	}
}

// TestProgramsAreShared: a program is compiled once for the same shaders and defines, belongs to its
// device, and is released with it.
func TestProgramsAreShared(t *testing.T) {
	h, err := gpu.OpenHeadless(true)
	if err != nil {
		gputest.Open(t) // skips or fails without OpenGL
	}
	defer h.Release()
	compute := func(name string, defines ...string) *gpu.Program {
		p, err := h.Compute(name, defines...)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	graphics := func(defines ...string) *gpu.Program {
		p, err := h.Graphics("overlay_quads.vert", "overlay_quads.frag", defines...)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	all := func() []*gpu.Program {
		return []*gpu.Program{
			compute("overlay_means.comp"), compute("overlay_means.comp", "FROM_PICTURE"),
			compute("overlay_ages.comp", "WG_SIZE 8"), compute("overlay_ages.comp", "WG_SIZE 16"),
			graphics("QUADS_PER_INSTANCE 1"), graphics("QUADS_PER_INSTANCE 1", "MOSAIC"),
		}
	}
	first := all()
	if n := h.Programs(); n != len(first) {
		t.Errorf("%d programs of %d variants", n, len(first))
	}
	if !slices.Equal(all(), first) || h.Programs() != len(first) {
		t.Error("what was compiled was compiled again")
	}
	if _, err := h.Compute("quadlist_traverse.comp"); err == nil || h.Programs() != len(first) {
		t.Error("a program that does not compile is kept")
	}
	if live := h.Live(); live != nil {
		t.Errorf("live objects: %v", live)
	}
	dev := h.Device
	dev.Release()
	if n := dev.Programs(); n != 0 {
		t.Errorf("%d programs outlive their device", n)
	}
}

// TestOnlySoftware: if all devices are software, so is a context.
func TestOnlySoftware(t *testing.T) {
	h, err := gpu.OpenHeadless(true)
	if err != nil {
		gputest.Open(t) // skips or fails without OpenGL
	}
	defer h.Release()
	if gpu.OnlySoftware() && !h.Caps.Software {
		t.Errorf("%s is a GPU", h.Caps)
	}
}

// TestCompileError: a compiler's log names our files.
func TestCompileError(t *testing.T) {
	h, err := gpu.OpenHeadless(false)
	if err != nil {
		gputest.Open(t) // skips or fails without OpenGL
	}
	defer h.Release()
	_, err = h.Compute("quadlist_traverse.comp") // WG_SIZE is not defined
	if err == nil || !strings.Contains(err.Error(), "quadlist_traverse.comp:") {
		t.Errorf("got %v", err)
	}
}

// TestSharedMemory: a driver with the least limit of shared memory refuses a program that needs more.
func TestSharedMemory(t *testing.T) {
	dev := gputest.Open(t)
	if !dev.Caps.Software {
		t.Skip("a GPU may have more shared memory")
	}
	if _, err := dev.Compute("match_sums.comp", "WG_X 16", "WG_Y 16", "ROWS 64", "MAX_SIDE 128"); err == nil || !strings.Contains(err.Error(), "shared memory") {
		t.Errorf("32 KiB of shared memory and more: %v", err)
	}
}
