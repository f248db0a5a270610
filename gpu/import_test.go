package gpu_test

import (
	"slices"
	"testing"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/cuda"
	"ffkvadrat/gpu/gputest"
)

// TestImport copies system memory, and refuses the zero Memory. Without CUDA there is no link;
// decode.TestSurfacesOnGPU tests it on a device.
func TestImport(t *testing.T) {
	dev := gputest.Open(t)
	b, err := dev.NewBuffer("test", 8)
	gputest.Own(t, b, err)
	want := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	if err := b.Import(cuda.Memory{Address: unsafe.Pointer(&want[0])}, len(want)); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(want))
	if gpu.ReadSlice(b, got); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if err := b.Import(cuda.Memory{}, 8); err == nil {
		t.Error("no memory was imported")
	}
	if link, err := cuda.NewLink(nil); err == nil {
		link.Release()
		t.Error("OpenGL is linked with no context")
	}
}
