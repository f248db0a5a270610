package gpu

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Program is a linked set of shader stages. It belongs to its device, which returns the same program
// for the same shaders and defines. A uniform therefore keeps the value that any user set last: set all
// uniforms before each dispatch or draw.
type Program struct {
	dev      *Device
	id       uint32
	name     string
	uniforms map[string]int32
}

// Compute returns the compute pass with the given file name, compiled on first use; defines precede its
// source, see [shaders.Assemble].
func (d *Device) Compute(name string, defines ...string) (*Program, error) {
	return d.program(ComputePass(name, defines...))
}

// Graphics does the same for a vertex and a fragment shader.
func (d *Device) Graphics(vert, frag string, defines ...string) (*Program, error) {
	return d.program(GraphicsPass(vert, frag, defines...))
}

// Program does the same for a pass.
func (d *Device) Program(pass Pass) (*Program, error) { return d.program(pass) }

// Programs returns the number of compiled programs.
func (d *Device) Programs() int { return len(d.programs) }

func (d *Device) program(pass Pass) (*Program, error) {
	key := pass.key()
	if p := d.programs[key]; p != nil {
		return p, nil
	}
	c := d.compiling[key]
	if c == nil {
		var err error
		if c, err = d.begin(pass); err != nil {
			return nil, err
		}
		d.compiling[key] = c
		if d.trying && c.program == nil {
			return nil, ErrPending // even if the driver has already compiled it: that took long enough
		}
	}
	if d.trying && !d.complete(c) {
		return nil, ErrPending
	}
	delete(d.compiling, key)
	p, err := d.finish(c)
	if err == nil {
		d.programs[key] = p
	}
	return p, err
}

// logLine matches the start of a line of a driver's log: "1:12(3): " on Mesa, "1(12) : " on NVIDIA. The
// first number is the source string, the second the line.
var logLine = regexp.MustCompile(`(?m)^(?:ERROR: )?(\d+)[:(](\d+)`)

func nameFiles(log string, files []string) string {
	return logLine.ReplaceAllStringFunc(log, func(s string) string {
		m := logLine.FindStringSubmatch(s)
		n, err := strconv.Atoi(m[1])
		if err != nil || n >= len(files) {
			return s
		}
		return files[n] + ":" + m[2]
	})
}

func infoLog(id uint32, get func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	get(id, gl.INFO_LOG_LENGTH, &n)
	if n <= 0 {
		return "no log"
	}
	log := make([]byte, n)
	read(id, n, nil, &log[0])
	return strings.TrimSpace(strings.TrimRight(string(log), "\x00"))
}

func uniforms(id uint32) map[string]int32 {
	var count int32
	gl.GetProgramiv(id, gl.ACTIVE_UNIFORMS, &count)
	locations := make(map[string]int32, count)
	var buf [256]uint8
	for i := range uint32(count) {
		var length, size int32
		var kind uint32
		gl.GetActiveUniform(id, i, int32(len(buf)), &length, &size, &kind, &buf[0])
		name := string(buf[:length])
		locations[strings.TrimSuffix(name, "[0]")] = gl.GetUniformLocation(id, &buf[0])
	}
	return locations
}

// Has reports whether the program has a uniform.
func (p *Program) Has(name string) bool {
	_, ok := p.uniforms[name]
	return ok
}

// use makes the program the current one, if it is not.
func (p *Program) use() {
	if p.dev.using != p.id {
		gl.UseProgram(p.id)
		p.dev.using = p.id
	}
}

// location returns a uniform's location, and makes its program the current one. It panics on an unknown
// name, which is a programming error: a uniform that a define leaves unused must be declared only with
// that define.
func (p *Program) location(name string) int32 {
	loc, ok := p.uniforms[name]
	if !ok {
		panic(fmt.Sprintf("gpu: %s has no uniform %q", p.name, name))
	}
	p.use()
	return loc
}

// Int sets an int; the setters below set their named types.
func (p *Program) Int(name string, v int) { gl.Uniform1i(p.location(name), int32(v)) }

func (p *Program) Int2(name string, x, y int) {
	gl.Uniform2i(p.location(name), int32(x), int32(y))
}

func (p *Program) Uint2(name string, x, y uint32) {
	gl.Uniform2ui(p.location(name), x, y)
}

func (p *Program) Float(name string, v float32) { gl.Uniform1f(p.location(name), v) }

func (p *Program) Float2(name string, x, y float32) {
	gl.Uniform2f(p.location(name), x, y)
}

// Floats sets an array of floats; the setters below set their named types.
func (p *Program) Floats(name string, v []float32) {
	gl.Uniform1fv(p.location(name), int32(len(v)), &v[0])
}

func (p *Program) Uint2s(name string, v [][2]uint32) {
	gl.Uniform2uiv(p.location(name), int32(len(v)), &v[0][0])
}

func (p *Program) Float4s(name string, v [][4]float32) {
	gl.Uniform4fv(p.location(name), int32(len(v)), &v[0][0])
}

// Int4 sets an ivec4.
func (p *Program) Int4(name string, x, y, z, w int32) {
	gl.Uniform4i(p.location(name), x, y, z, w)
}

// Dispatch runs a compute program on x × y workgroups.
func (p *Program) Dispatch(x, y int) { p.DispatchLayers(x, y, 1) }

// DispatchLayers runs a compute program on x × y × z workgroups.
func (p *Program) DispatchLayers(x, y, z int) {
	p.use()
	gl.DispatchCompute(uint32(x), uint32(y), uint32(z))
}

// DispatchLong runs a compute program on at least n workgroups, in rows of as many as a dispatch may have
// in one dimension. An invocation's index is gl_GlobalInvocationID.x plus the row times its length.
func (d *Device) DispatchLong(p *Program, n int) {
	across := min(max(n, 1), d.Caps.MaxGroups)
	p.Dispatch(across, (n+across-1)/across)
}

// DispatchIndirect runs a compute program on as many workgroups as the three unsigned integers at the
// byte offset of args give.
func (p *Program) DispatchIndirect(args *Buffer, offset int) {
	p.use()
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, args.id)
	gl.DispatchComputeIndirect(offset)
}
