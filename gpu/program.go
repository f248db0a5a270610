package gpu

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"

	"ffkvadrat/shaders"
)

// Program is a linked set of shader stages. It belongs to its device, which gives
// the same one to all who ask for the same shaders and defines. So a uniform holds
// what anybody set last: set all of them before each dispatch or draw.
type Program struct {
	id       uint32
	name     string
	uniforms map[string]int32
}

// Compute returns the compute pass with the given file name, compiled when it is first
// asked for; defines are put before its source, see [shaders.Assemble].
func (d *Device) Compute(name string, defines ...string) (*Program, error) {
	return d.program([]string{name}, []uint32{gl.COMPUTE_SHADER}, defines)
}

// Graphics returns a vertex and a fragment shader as one program, in the same way.
func (d *Device) Graphics(vert, frag string, defines ...string) (*Program, error) {
	return d.program([]string{vert, frag}, []uint32{gl.VERTEX_SHADER, gl.FRAGMENT_SHADER}, defines)
}

// Programs returns how many programs have been compiled.
func (d *Device) Programs() int { return len(d.programs) }

func (d *Device) program(files []string, kinds []uint32, defines []string) (*Program, error) {
	key := strings.Join(files, " ") + "\n" + strings.Join(defines, "\n")
	if p := d.programs[key]; p != nil {
		return p, nil
	}
	p, err := link(files, kinds, defines)
	if err == nil {
		d.programs[key] = p
	}
	return p, err
}

func link(files []string, kinds []uint32, defines []string) (*Program, error) {
	name := files[len(files)-1]
	id := gl.CreateProgram()
	for i, file := range files {
		shader, err := compile(file, kinds[i], defines)
		if err != nil {
			gl.DeleteProgram(id)
			return nil, err
		}
		gl.AttachShader(id, shader)
		gl.DeleteShader(shader) // lives on as long as the program
	}
	gl.LinkProgram(id)
	var ok int32
	gl.GetProgramiv(id, gl.LINK_STATUS, &ok)
	if ok == gl.FALSE {
		log := infoLog(id, gl.GetProgramiv, gl.GetProgramInfoLog)
		gl.DeleteProgram(id)
		return nil, fmt.Errorf("gpu: link %s: %s", name, log)
	}
	label(gl.PROGRAM, id, name)
	return &Program{id: id, name: name, uniforms: uniforms(id)}, nil
}

func compile(file string, kind uint32, defines []string) (uint32, error) {
	source, err := shaders.Assemble(file, defines...)
	if err != nil {
		return 0, err
	}
	shader := gl.CreateShader(kind)
	text, free := gl.Strs(source.Text + "\x00")
	gl.ShaderSource(shader, 1, text, nil)
	free()
	gl.CompileShader(shader)
	var ok int32
	gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok)
	if ok == gl.FALSE {
		log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
		gl.DeleteShader(shader)
		return 0, fmt.Errorf("gpu: compile %s: %s", file, nameFiles(log, source.Files))
	}
	return shader, nil
}

// place matches the place at which a line of a driver's log begins: "1:12(3): " on Mesa,
// "1(12) : " on NVIDIA. The first number is the source string, the second the line.
var place = regexp.MustCompile(`(?m)^(?:ERROR: )?(\d+)[:(](\d+)`)

func nameFiles(log string, files []string) string {
	return place.ReplaceAllStringFunc(log, func(s string) string {
		m := place.FindStringSubmatch(s)
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

// Has reports whether the program uses a uniform.
func (p *Program) Has(name string) bool {
	_, ok := p.uniforms[name]
	return ok
}

// location panics on a name that the shader does not have: that is a programming error. A
// uniform that is unused without a define is declared only with that define.
func (p *Program) location(name string) int32 {
	loc, ok := p.uniforms[name]
	if !ok {
		panic(fmt.Sprintf("gpu: %s has no uniform %q", p.name, name))
	}
	return loc
}

// Int sets an int; the other setters do what their names say.
func (p *Program) Int(name string, v int) { gl.ProgramUniform1i(p.id, p.location(name), int32(v)) }

func (p *Program) Int2(name string, x, y int) {
	gl.ProgramUniform2i(p.id, p.location(name), int32(x), int32(y))
}

func (p *Program) Uint2(name string, x, y uint32) {
	gl.ProgramUniform2ui(p.id, p.location(name), x, y)
}

func (p *Program) Float(name string, v float32) { gl.ProgramUniform1f(p.id, p.location(name), v) }

func (p *Program) Float2(name string, x, y float32) {
	gl.ProgramUniform2f(p.id, p.location(name), x, y)
}

// Float4s sets an array of vec4.
func (p *Program) Float4s(name string, v [][4]float32) {
	gl.ProgramUniform4fv(p.id, p.location(name), int32(len(v)), &v[0][0])
}

// Int4 sets an ivec4.
func (p *Program) Int4(name string, x, y, z, w int32) {
	gl.ProgramUniform4i(p.id, p.location(name), x, y, z, w)
}

// Dispatch runs a compute program on x × y workgroups.
func (p *Program) Dispatch(x, y int) {
	gl.UseProgram(p.id)
	gl.DispatchCompute(uint32(x), uint32(y), 1)
}

// DispatchIndirect runs it on as many workgroups as the three unsigned
// integers at the byte offset of args say.
func (p *Program) DispatchIndirect(args *Buffer, offset int) {
	gl.UseProgram(p.id)
	gl.BindBuffer(gl.DISPATCH_INDIRECT_BUFFER, args.id)
	gl.DispatchComputeIndirect(offset)
}
