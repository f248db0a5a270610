// Package glyuv uploads pictures to the GPU, once for all users, and converts them to RGB.
//
// Input is a [yuv.Picture]. [Planes] holds it in storage buffers and textures; [Converter] renders an
// RGB texture with the same bytes as [yuv.Converter.Paint]. Everything runs on its device's thread.
package glyuv

import (
	"fmt"
	"unsafe"

	"ffkvadrat/gpu"
	"ffkvadrat/gpu/cuda"
	"ffkvadrat/yuv"
)

// PlaneBuffer is a plane in a storage buffer, with its bytes as in memory: sample (x, y) starts at byte
// First + y·Stride + x·Step. Planes that are interleaved in memory share a buffer.
type PlaneBuffer struct {
	Buffer              *gpu.Buffer // a whole number of 64-bit words
	First, Stride, Step int
}

// Buffers are a picture's planes in storage buffers, as in [yuv.Picture].
type Buffers struct {
	Planes [3]PlaneBuffer
	Luma   PlaneBuffer
	Alpha  PlaneBuffer // from AlphaBuffer
}

// PlaneTexture is a plane in a texture: sample (x, y) is the texel
// (x·Step + First, y). Planes that are interleaved in memory share a texture.
type PlaneTexture struct {
	Texture     *gpu.Texture
	Step, First int
}

// Textures are a picture's planes in textures, as in [yuv.Picture].
type Textures struct {
	Planes [3]PlaneTexture
	Luma   PlaneTexture
	Alpha  PlaneTexture // from AlphaTexture
}

// Planes owns a picture's planes on the GPU. The analysis reads storage buffers, the display reads
// textures. A plane that both need is uploaded once, to the buffer, and the GPU copies it to the
// texture.
type Planes struct {
	dev      *gpu.Device
	picture  *yuv.Picture
	pieces   [sources]piece
	pieceOf  [sources]int // by source: index of its piece
	buffers  Buffers
	textures Textures
	packed   []byte // result of the last pack
	staging  *gpu.Staging
}

// piece is memory that is copied in one go: a plane, or several interleaved planes. Its index is that
// of its first source, see [Planes.source]. Its buffer and texture are reused for the next picture if
// they fit.
type piece struct {
	first, last *yuv.Plane // in memory
	buffer      *gpu.Buffer
	texture     *gpu.Texture
	buffered    bool // the buffer holds this picture
	wanted      bool // a caller requested this picture in the buffer
	wantsBefore bool // a caller requested the previous picture in the buffer
}

// NewPlanes returns an empty set. It allocates on request.
func NewPlanes(dev *gpu.Device) *Planes { return &Planes{dev: dev, staging: dev.NewStaging()} }

// Release frees buffers and textures.
func (s *Planes) Release() {
	if s == nil {
		return
	}
	for i := range s.pieces {
		s.pieces[i].texture.Release()
		s.pieces[i].buffer.Release()
	}
	s.staging.Release()
	*s = Planes{dev: s.dev, staging: s.staging}
}

// Load replaces the picture. A plane is copied on its first request, so the picture's memory must stay
// valid until then.
func (s *Planes) Load(p *yuv.Picture) {
	s.picture, s.buffers, s.textures = p, Buffers{}, Textures{}
	for i := range s.pieces {
		piece := &s.pieces[i]
		piece.wantsBefore, piece.wanted, piece.buffered = piece.wanted, false, false
		piece.first, piece.last = nil, nil
	}
	for i := range s.pieceOf {
		plane := s.source(i)
		if plane == nil {
			continue
		}
		n := 0
		for n < i && !interleaved(plane, s.pieces[n].first) {
			n++
		}
		s.pieceOf[i] = n
		piece := &s.pieces[n]
		if n == i {
			piece.first, piece.last = plane, plane
			continue
		}
		if offset(piece.first, plane) < 0 {
			piece.first = plane
		}
		if offset(piece.last, plane) > 0 {
			piece.last = plane
		}
	}
}

// Picture returns the loaded picture.
func (s *Planes) Picture() *yuv.Picture { return s.picture }

// Sources, the planes that can be copied: the picture's three, the luma of an RGB picture, and alpha.
const (
	rgbLuma = 3 + iota
	alpha
	sources
)

// source returns the plane of a source, nil if the picture lacks it.
func (s *Planes) source(i int) *yuv.Plane {
	p := s.picture
	plane := &p.Luma
	switch {
	case i < rgbLuma:
		plane = &p.Planes[i]
	case i == alpha:
		plane = &p.Alpha
	case p.Format.Model != yuv.RGB:
		return nil
	}
	if plane.Data == nil {
		return nil
	}
	return plane
}

// lumaSource returns the source of the luma.
func (s *Planes) lumaSource() int {
	if s.picture.Format.Model == yuv.RGB {
		return rgbLuma
	}
	return 0
}

// AlphaBuffer returns alpha in a buffer, and the other Buffers filled so far. The picture must have
// alpha.
func (s *Planes) AlphaBuffer() (*Buffers, error) {
	var err error
	if s.buffers.Alpha, err = s.buffer(alpha); err != nil {
		return nil, err
	}
	return &s.buffers, nil
}

// AlphaTexture returns all planes, including alpha, in textures. The picture must have alpha.
func (s *Planes) AlphaTexture() (*Textures, error) {
	if _, err := s.Textures(); err != nil || s.textures.Alpha.Texture != nil {
		return &s.textures, err
	}
	var err error
	if s.textures.Alpha, err = s.texture(alpha); err != nil {
		return nil, s.failed(err)
	}
	return &s.textures, nil
}

// LumaBuffer returns the picture's luma in a buffer, and copies planes interleaved with it. The Buffers
// are valid until the next Load.
func (s *Planes) LumaBuffer() (*Buffers, error) {
	var err error
	if s.buffers.Luma, err = s.buffer(s.lumaSource()); err != nil {
		return nil, err
	}
	return &s.buffers, nil
}

// Buffers returns all planes in buffers; the luma of an RGB picture only after LumaBuffer. The Buffers
// are valid until the next Load.
func (s *Planes) Buffers() (*Buffers, error) {
	for i := range s.buffers.Planes {
		if s.source(i) == nil {
			continue
		}
		var err error
		if s.buffers.Planes[i], err = s.buffer(i); err != nil {
			return nil, err
		}
	}
	if s.lumaSource() == 0 {
		s.buffers.Luma = s.buffers.Planes[0]
	}
	return &s.buffers, nil
}

// buffer returns a source in its piece's buffer.
func (s *Planes) buffer(source int) (PlaneBuffer, error) {
	piece, plane := &s.pieces[s.pieceOf[source]], s.source(source)
	if err := s.fillBuffer(piece); err != nil {
		return PlaneBuffer{}, s.failed(err)
	}
	piece.wanted = true
	return PlaneBuffer{piece.buffer, offset(piece.first, plane), plane.Stride, plane.Step}, nil
}

func (s *Planes) fillBuffer(piece *piece) error {
	if piece.buffered {
		return nil
	}
	first := piece.first
	bytes := (first.Height-1)*first.Stride + (first.Width-1)*first.Step + offset(first, piece.last) + s.picture.Format.SampleBytes()
	if size := (bytes + 7) &^ 7; piece.buffer == nil || piece.buffer.Size() != size {
		piece.buffer.Release()
		var err error
		if piece.buffer, err = s.dev.NewBuffer("plane", size); err != nil {
			piece.buffer = nil
			return err
		}
	}
	if !s.imported(piece, bytes) {
		if err := s.picture.Fetch(); err != nil {
			return err
		}
		s.staging.Write(piece.buffer, unsafe.Pointer(&first.Data[0]), bytes)
	}
	piece.buffered = true
	return nil
}

// surface is a [yuv.Surface] that CUDA can read.
type surface interface {
	// Memory returns the memory of the samples that start at p in the planes' memory; ok is false after
	// Refuse.
	Memory(p unsafe.Pointer) (m cuda.Memory, ok bool)
	// Refuse reports why this memory cannot be used.
	Refuse(err error)
}

// imported fills a piece's buffer from the picture's surface and reports whether that succeeded.
func (s *Planes) imported(piece *piece, bytes int) bool {
	from, ok := s.picture.Surface.(surface)
	if !ok {
		return false
	}
	memory, ok := from.Memory(unsafe.Pointer(&piece.first.Data[0]))
	if !ok {
		return false
	}
	if err := piece.buffer.Import(memory, bytes); err != nil {
		from.Refuse(err)
		return false
	}
	return true
}

// Textures returns all planes in textures. They are valid until the next Load.
//
// The GPU fills the texture from the buffer if a caller requested that plane in a buffer, for this
// picture or, as a prediction, for the previous one, or if the samples are on a device. Other planes
// are uploaded from memory. If gaps between samples make a row longer than a texture allows, the CPU
// packs the plane first.
func (s *Planes) Textures() (*Textures, error) {
	if s.textures.Planes[0].Texture != nil {
		return &s.textures, nil
	}
	var in [alpha]PlaneTexture
	for i := range in {
		if s.source(i) == nil {
			continue
		}
		var err error
		if in[i], err = s.texture(i); err != nil {
			return nil, s.failed(err)
		}
	}
	s.textures = Textures{Planes: [3]PlaneTexture(in[:rgbLuma]), Luma: in[s.lumaSource()]}
	return &s.textures, nil
}

// texture returns a source in its piece's texture, which the piece's first source fills, or packed in a
// separate texture.
func (s *Planes) texture(source int) (PlaneTexture, error) {
	n, plane, size := s.pieceOf[source], s.source(source), s.picture.Format.SampleBytes()
	piece := &s.pieces[n]
	step := plane.Step / size
	row := (plane.Width-1)*step + offset(piece.first, piece.last)/size + 1
	if row > s.dev.Caps.MaxTextureSize {
		if err := s.picture.Fetch(); err != nil {
			return PlaneTexture{}, err
		}
		texture, err := s.fit(source, plane.Width, plane.Height)
		if err == nil {
			texture.Write(0, 0, plane.Width, plane.Height, unsafe.Pointer(&s.pack(plane, size)[0]), plane.Width*size)
		}
		return PlaneTexture{texture, 1, 0}, err
	}
	if n == source {
		texture, err := s.fit(n, row, plane.Height)
		if err != nil {
			return PlaneTexture{}, err
		}
		// A picture that exceeds a storage buffer can still be displayed.
		if piece.buffered || (piece.wantsBefore || s.picture.Surface != nil) && s.fillBuffer(piece) == nil {
			texture.Fill(piece.buffer, plane.Stride)
		} else if err := s.picture.Fetch(); err != nil {
			return PlaneTexture{}, err
		} else {
			texture.Write(0, 0, row, plane.Height, unsafe.Pointer(&piece.first.Data[0]), plane.Stride)
		}
	}
	return PlaneTexture{piece.texture, step, offset(piece.first, plane) / size}, nil
}

// fit returns the texture of a piece, a new one if the present one does not fit.
func (s *Planes) fit(n, width, height int) (*gpu.Texture, error) {
	format := gpu.R8UI
	if s.picture.Format.SampleBytes() == 2 {
		format = gpu.R16UI
	}
	texture := &s.pieces[n].texture
	if old := *texture; old != nil && old.Format == format && old.Width == width && old.Height == height {
		return old, nil
	}
	(*texture).Release()
	var err error
	if *texture, err = s.dev.NewTexture("plane", format, width, height); err != nil {
		*texture = nil
	}
	return *texture, err
}

// pack copies a plane's samples without gaps between samples and rows. The copy is valid until the next
// call.
func (s *Planes) pack(plane *yuv.Plane, sampleBytes int) []byte {
	row := plane.Width * sampleBytes
	if n := row * plane.Height; cap(s.packed) < n {
		s.packed = make([]byte, n)
	} else {
		s.packed = s.packed[:n]
	}
	for y := range plane.Height {
		from, to := plane.Row(y, sampleBytes), s.packed[y*row:][:row]
		if sampleBytes == 1 {
			for x := range to {
				to[x] = from[x*plane.Step]
			}
			continue
		}
		for x := range plane.Width {
			i := x * plane.Step
			to[2*x], to[2*x+1] = from[i], from[i+1]
		}
	}
	return s.packed
}

func (s *Planes) failed(err error) error {
	p := s.picture
	return fmt.Errorf("yuv: upload a %d×%d picture in %s: %w", p.Width, p.Height, p.Format.Name, err)
}

// interleaved reports whether the samples of two planes alternate in memory.
func interleaved(a, b *yuv.Plane) bool {
	if b == nil || a.Step != b.Step || a.Stride != b.Stride || a.Width != b.Width || a.Height != b.Height {
		return false
	}
	d := offset(a, b)
	return -a.Step < d && d < a.Step
}

// offset returns how many bytes after a the data of b starts.
func offset(a, b *yuv.Plane) int {
	return int(uintptr(unsafe.Pointer(&b.Data[0])) - uintptr(unsafe.Pointer(&a.Data[0])))
}
