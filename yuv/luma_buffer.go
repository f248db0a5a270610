package yuv

import (
	"fmt"
	"unsafe"

	"ffkvadrat/gpu"
)

// LumaBuffer is a picture's luma plane in a storage buffer, its bytes as they
// lie in memory: sample (x, y) begins at byte y·Stride + x·Step.
type LumaBuffer struct {
	Stride, Step int

	dev    *gpu.Device
	buffer *gpu.Buffer
}

// NewLumaBuffer makes an empty one; Upload allocates.
func NewLumaBuffer(dev *gpu.Device) *LumaBuffer { return &LumaBuffer{dev: dev} }

// Release frees the buffer.
func (b *LumaBuffer) Release() {
	if b != nil {
		b.buffer.Release()
		b.buffer = nil
	}
}

// Buffer is the storage buffer, a whole number of 32-bit words.
func (b *LumaBuffer) Buffer() *gpu.Buffer { return b.buffer }

// Upload copies the plane in one piece and is done with its memory when it
// returns.
func (b *LumaBuffer) Upload(p *Picture) error {
	luma := &p.Luma
	n := (luma.Height-1)*luma.Stride + (luma.Width-1)*luma.Step + p.Format.SampleBytes()
	size := (n + 3) &^ 3
	if b.buffer == nil || b.buffer.Size() != size {
		b.buffer.Release()
		var err error
		if b.buffer, err = b.dev.NewBuffer("luma", size); err != nil {
			b.buffer = nil
			return fmt.Errorf("yuv: upload the luma of a %d×%d picture: %w", p.Width, p.Height, err)
		}
	}
	b.buffer.Write(0, unsafe.Pointer(&luma.Data[0]), n)
	b.Stride, b.Step = luma.Stride, luma.Step
	return nil
}
