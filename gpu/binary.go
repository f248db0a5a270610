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

// Cache keeps compiled programs from one run to the next. A key is a digest of all that a
// program depends on: its sources, and what the driver says about itself.
type Cache interface {
	// Load returns what was saved under a key, as it was saved; nil if there is nothing.
	Load(key [sha256.Size]byte) []byte
	// Save keeps data, which it may hold on to. It does not wait for the disk.
	Save(key [sha256.Size]byte, data []byte)
}

// UseCache makes the device take programs from a cache. What the cache has is only taken if
// the driver accepts it and it has the uniforms that it had; else the program is compiled. A
// driver that cannot give programs away has no use for a cache.
func (d *Device) UseCache(c Cache) { d.useCache(c, binaryFormats()) }

func (d *Device) useCache(c Cache, formats []int32) {
	if d.formats = formats; len(formats) > 0 {
		d.cache = c
	}
}

// binaryFormats returns the formats of program binaries that the driver has.
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

// unkept is a program that its cache does not have.
type unkept struct {
	key     [sha256.Size]byte
	program *Program
}

// Unkept reports whether a program has been compiled that the cache does not have.
func (d *Device) Unkept() bool { return len(d.unkept) > 0 }

// KeepProgram puts one of the programs that have been compiled into the cache, if it does not
// have them all. The device's Release does the same with the rest. The driver may take some
// milliseconds to give a program away.
func (d *Device) KeepProgram() {
	if len(d.unkept) == 0 {
		return
	}
	d.note()
	u := d.unkept[0]
	d.unkept = d.unkept[1:]
	if data := u.program.pack(); data != nil && !d.lost {
		d.cache.Save(u.key, data)
	}
}

// digest returns the cache's key for sources.
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

// A packed program is the format and the length of the interface, 4 bytes each with the
// lowest first, then the interface and the driver's bytes.
const packedHead = 8

// pack returns a program as the cache keeps it, nil if the driver does not give it away.
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

// unpack divides what pack has made. It is false for anything else.
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

// load returns a program from the cache, nil if it has none that the driver takes.
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
		p := &Program{id: id, name: name, uniforms: uniforms(id)}
		if p.offers() == offers && gl.GetError() == gl.NO_ERROR {
			label(gl.PROGRAM, id, name)
			return p
		}
	}
	gl.DeleteProgram(id)
	for range 16 { // a lost context has no end of errors
		if gl.GetError() == gl.NO_ERROR {
			break
		}
	}
	d.messages = d.messages[:said] // about the refused program
	return nil
}

// note remembers an error that happened earlier, so that it is not taken for one of the
// cache.
func (d *Device) note() {
	if code := gl.GetError(); code != gl.NO_ERROR {
		d.messages = append(d.messages, fmt.Sprintf("OpenGL error %#x", code))
		d.lost = d.lost || code == gl.CONTEXT_LOST
	}
}

// offers returns a program's uniforms with their types and sizes, one in a line.
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
