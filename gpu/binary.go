package gpu

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"ffkvadrat/shaders"
)

// Cache stores compiled programs between runs. A key is a digest of everything that a program depends
// on: its sources and the driver's identification.
type Cache interface {
	// Load returns the data saved under a key, unchanged, or nil.
	Load(key [sha256.Size]byte) []byte
	// Save stores data, which it may retain. It does not wait for the disk.
	Save(key [sha256.Size]byte, data []byte)
}

// UseCache makes the device load programs from a cache. A cached program is used only if the driver
// accepts it and it has the uniforms recorded with it; otherwise it is compiled. A driver without
// program binaries, or with OpenGL 3.3, does not use the cache.
func (d *Device) UseCache(c Cache) {
	if d.Caps.Computes {
		d.useCache(c, binaryFormats())
	}
}

func (d *Device) useCache(c Cache, formats []int32) {
	if d.formats = formats; len(formats) > 0 {
		d.cache = c
	}
}

// binaryFormats returns the driver's formats of program binaries.
func binaryFormats() []int32 {
	var n int32
	gl.GetIntegerv(gl.NUM_PROGRAM_BINARY_FORMATS, &n)
	if n <= 0 {
		return nil
	}
	formats := make([]int32, n)
	gl.GetIntegerv(gl.PROGRAM_BINARY_FORMATS, &formats[0])
	return formats
}

// uncached is a compiled program that the cache lacks.
type uncached struct {
	key     [sha256.Size]byte
	program *Program
}

// HasUncached reports whether the cache lacks a compiled program.
func (d *Device) HasUncached() bool { return len(d.uncached) > 0 }

// CacheProgram stores one compiled program that the cache lacks. The device's Release stores the rest.
// The driver can take some milliseconds to return a binary.
func (d *Device) CacheProgram() {
	if len(d.uncached) == 0 {
		return
	}
	d.note()
	u := d.uncached[0]
	d.uncached = d.uncached[1:]
	if data := u.program.pack(); data != nil && !d.lost {
		d.cache.Save(u.key, data)
	}
}

// digest returns the cache key for sources.
func (d *Device) digest(kinds []uint32, sources []shaders.Source) (key [sha256.Size]byte) {
	h := sha256.New()
	write(h, "program 1", d.Caps.Vendor, d.Caps.Renderer, d.Caps.Version, fmt.Sprint(d.formats))
	for i, source := range sources {
		write(h, fmt.Sprint(kinds[i]), source.Text)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// write hashes texts with their lengths.
func write(h hash.Hash, texts ...string) {
	for _, text := range texts {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(text)))
		h.Write(n[:])
		h.Write([]byte(text))
	}
}

// A packed program is the format and the length of the interface, 4 bytes each and little-endian, then
// the interface and the driver's binary.
const packedHead = 8

// pack returns a program in packed form, nil if the driver does not return its binary.
func (p *Program) pack() []byte {
	var size int32
	gl.GetProgramiv(p.id, gl.PROGRAM_BINARY_LENGTH, &size)
	if size <= 0 {
		return nil
	}
	offers := p.offers()
	data := make([]byte, packedHead+len(offers)+int(size))
	var written int32
	var format uint32
	gl.GetProgramBinary(p.id, size, &written, &format, unsafe.Pointer(&data[packedHead+len(offers)]))
	if gl.GetError() != gl.NO_ERROR || written <= 0 || written > size {
		return nil
	}
	binary.LittleEndian.PutUint32(data, format)
	binary.LittleEndian.PutUint32(data[4:], uint32(len(offers)))
	copy(data[packedHead:], offers)
	return data[:packedHead+len(offers)+int(written)]
}

// unpack splits a packed program; ok is false for malformed data.
func unpack(data []byte) (format uint32, offers string, driver []byte, ok bool) {
	if len(data) < packedHead {
		return 0, "", nil, false
	}
	format = binary.LittleEndian.Uint32(data)
	n := binary.LittleEndian.Uint32(data[4:])
	data = data[packedHead:]
	if uint64(n) >= uint64(len(data)) {
		return 0, "", nil, false
	}
	return format, string(data[:n]), data[n:], true
}

// load returns a program from the cache, nil if it is absent or the driver rejects it.
func (d *Device) load(key [sha256.Size]byte, name string) *Program {
	format, offers, data, ok := unpack(d.cache.Load(key))
	if !ok || !slices.Contains(d.formats, int32(format)) {
		return nil
	}
	d.note()
	said := len(d.messages)
	id := gl.CreateProgram()
	gl.ProgramBinary(id, format, unsafe.Pointer(&data[0]), int32(len(data)))
	var linked int32
	gl.GetProgramiv(id, gl.LINK_STATUS, &linked)
	if gl.GetError() == gl.NO_ERROR && linked != gl.FALSE {
		p := &Program{dev: d, id: id, name: name, uniforms: uniforms(id)}
		if p.offers() == offers && gl.GetError() == gl.NO_ERROR {
			d.label(gl.PROGRAM, id, name)
			return p
		}
	}
	gl.DeleteProgram(id)
	for range 16 { // a lost context reports errors forever
		if gl.GetError() == gl.NO_ERROR {
			break
		}
	}
	d.messages = d.messages[:said] // drop messages about the rejected program
	return nil
}

// note records errors that happened earlier, so that they are not attributed to the cache.
func (d *Device) note() {
	if code := gl.GetError(); code != gl.NO_ERROR {
		d.messages = append(d.messages, fmt.Sprintf("OpenGL error %#x", code))
		d.lost = d.lost || code == gl.CONTEXT_LOST
	}
}

// offers returns a program's uniforms with types and sizes, one per line.
func (p *Program) offers() string {
	var lines []string
	var count int32
	gl.GetProgramiv(p.id, gl.ACTIVE_UNIFORMS, &count)
	var buf [256]uint8
	for i := range uint32(count) {
		var length, size int32
		var kind uint32
		gl.GetActiveUniform(p.id, i, int32(len(buf)), &length, &size, &kind, &buf[0])
		lines = append(lines, fmt.Sprintf("%s %#x %d\n", buf[:length], kind, size))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}
