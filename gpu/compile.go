package gpu

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"

	"ffkvadrat/shaders"
)

// Pass identifies a program by its sources.
type Pass struct {
	files   []string
	kinds   []uint32
	defines []string
}

// ComputePass returns the pass that [Device.Compute] compiles.
func ComputePass(name string, defines ...string) Pass {
	return Pass{[]string{name}, []uint32{gl.COMPUTE_SHADER}, defines}
}

// GraphicsPass returns the pass that [Device.Graphics] compiles.
func GraphicsPass(vert, frag string, defines ...string) Pass {
	return Pass{[]string{vert, frag}, []uint32{gl.VERTEX_SHADER, gl.FRAGMENT_SHADER}, defines}
}

func (p *Pass) key() string {
	return strings.Join(p.files, " ") + "\n" + strings.Join(p.defines, "\n")
}

// compilation is the programs that a device compiles, and the cache for compiled ones.
type compilation struct {
	compiling map[string]*compiling // by the pass's key
	trying    bool                  // inside Try
	cache     Cache                 // or nil
	formats   []int32               // the driver's formats of program binaries
	uncached  []*uncached           // compiled programs that the cache lacks
}

func newCompilation() compilation { return compilation{compiling: make(map[string]*compiling)} }

// compiling is a program that is being compiled.
type compiling struct {
	name     string
	id       uint32
	shaders  []uint32
	sources  []shaders.Source
	program  *Program  // from the cache; nothing is left to compile
	uncached *uncached // the entry for the cache; nil without a cache
}

func (c *compiling) release() {
	for _, shader := range c.shaders {
		gl.DeleteShader(shader)
	}
	if c.program != nil {
		c.id = c.program.id
	}
	gl.DeleteProgram(c.id)
}

// compilesInParallel computes Caps.Parallel and lets the driver choose its number of threads.
func compilesInParallel() bool {
	switch {
	case hasExtension("GL_KHR_parallel_shader_compile"):
		gl.MaxShaderCompilerThreadsKHR(^uint32(0))
	case hasExtension("GL_ARB_parallel_shader_compile"):
		gl.MaxShaderCompilerThreadsARB(^uint32(0))
	default:
		return false
	}
	return true
}

// ErrPending means that a program is not compiled yet, see [Device.Try].
var ErrPending = errors.New("the program is being compiled")

// Prepare starts compiling programs that will be needed soon, without waiting. Errors go to whoever
// requests the programs.
func (d *Device) Prepare(passes ...Pass) {
	for _, pass := range passes {
		key := pass.key()
		if d.programs[key] != nil || d.compiling[key] != nil {
			continue
		}
		if c, err := d.begin(pass); err == nil {
			d.compiling[key] = c
		}
	}
}

// Try calls a function in which Compute and Graphics do not wait: for a program that is not compiled
// yet they return an error that matches [ErrPending], and the driver goes on compiling. The caller
// tries again later. Without [Caps].Parallel the second try waits.
func (d *Device) Try(f func() error) error {
	d.trying = true
	defer func() { d.trying = false }()
	return f()
}

// begin starts to compile and link without queries that would wait for the driver. Its errors are about
// the sources.
func (d *Device) begin(pass Pass) (*compiling, error) {
	c := &compiling{name: pass.files[len(pass.files)-1]}
	version := shaders.Full
	if !d.Caps.Computes {
		version = shaders.Drawing
		if pass.kinds[0] == gl.COMPUTE_SHADER {
			return nil, fmt.Errorf("gpu: compile %s: %w", c.name, errComputes)
		}
	}
	for _, file := range pass.files {
		source, err := version.Assemble(file, pass.defines...)
		if err != nil {
			return nil, err
		}
		c.sources = append(c.sources, source)
	}
	if d.cache != nil {
		key := d.digest(pass.kinds, c.sources)
		if c.program = d.load(key, c.name); c.program != nil {
			return c, nil
		}
		c.uncached = &uncached{key: key}
	}
	c.id = gl.CreateProgram()
	for i, source := range c.sources {
		shader := gl.CreateShader(pass.kinds[i])
		text, free := gl.Strs(source.Text + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(c.id, shader)
		c.shaders = append(c.shaders, shader)
	}
	if c.uncached != nil {
		gl.ProgramParameteri(c.id, gl.PROGRAM_BINARY_RETRIEVABLE_HINT, gl.TRUE)
	}
	gl.LinkProgram(c.id)
	return c, nil
}

// complete reports whether finish would return without waiting, as far as the driver knows.
func (d *Device) complete(c *compiling) bool {
	if c.program != nil || !d.Caps.Parallel {
		return true
	}
	var done int32
	gl.GetProgramiv(c.id, gl.COMPLETION_STATUS_KHR, &done)
	return done != gl.FALSE
}

// finish waits until a program is linked.
func (d *Device) finish(c *compiling) (*Program, error) {
	if c.program != nil {
		return c.program, nil
	}
	for i, shader := range c.shaders {
		var ok int32
		gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok)
		if ok == gl.FALSE {
			log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
			c.release()
			return nil, fmt.Errorf("gpu: compile %s: %s", c.sources[i].Name, nameFiles(log, c.sources[i].Files))
		}
	}
	var ok int32
	gl.GetProgramiv(c.id, gl.LINK_STATUS, &ok)
	if ok == gl.FALSE {
		log := infoLog(c.id, gl.GetProgramiv, gl.GetProgramInfoLog)
		c.release()
		return nil, fmt.Errorf("gpu: link %s: %s", c.name, log)
	}
	for _, shader := range c.shaders {
		gl.DeleteShader(shader) // it is deleted together with the program
	}
	d.label(gl.PROGRAM, c.id, c.name)
	p := &Program{dev: d, id: c.id, name: c.name, uniforms: uniforms(c.id)}
	for _, source := range c.sources {
		for name, unit := range source.Units {
			if p.Has(name) {
				p.Int(name, unit)
			}
		}
	}
	if c.uncached != nil {
		c.uncached.program = p
		d.uncached = append(d.uncached, c.uncached)
	}
	return p, nil
}
