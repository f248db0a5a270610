package gpu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// The least limits of OpenGL 4.3 core (table 23.60 and following) that programs can exceed. One of them
// the standard does not give: it lets a driver have no storage blocks in vertex shaders, but those of
// AMD, Intel, NVIDIA and Mesa's software have 8 and more.
const (
	leastBlocks      = 8    // storage blocks of a stage, and of a program
	leastBindings    = 8    // of storage blocks
	leastInvocations = 1024 // of a workgroup
	leastGroupDepth  = 64   // invocations of a workgroup in the third dimension; 1024 in the others
	leastImages      = 8    // of a compute or fragment shader
	leastSamplers    = 16   // of a stage
	leastUniforms    = 512  // components of a compute shader's uniforms; a vertex or fragment shader has 1024
)

// stages are the properties and names of the stages of programs, compute first.
var stages = [...]struct {
	property uint32
	name     string
}{
	{gl.REFERENCED_BY_COMPUTE_SHADER, "compute"},
	{gl.REFERENCED_BY_VERTEX_SHADER, "vertex"},
	{gl.REFERENCED_BY_FRAGMENT_SHADER, "fragment"},
}

// Excess returns what the compiled programs need beyond the least limits of OpenGL 4.3, a line for each
// need: a program that exceeds one fails on other drivers than this one. Shared memory is not among
// them; a driver whose limit is the least one, 32 KiB, refuses to link more. OpenGL 3.3 cannot tell, and gets nil.
func (d *Device) Excess() []string {
	if !d.Caps.Computes {
		return nil
	}
	var lines []string
	for _, p := range d.programs {
		lines = append(lines, p.excess()...)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// excess is Excess for one program.
func (p *Program) excess() []string {
	var lines []string
	check := func(what string, n, least int) {
		if n > least {
			lines = append(lines, fmt.Sprintf("%s: %s: %d, OpenGL 4.3 guarantees %d", p.name, what, n, least))
		}
	}
	if strings.HasSuffix(p.name, ".comp") {
		var size [3]int32
		gl.GetProgramiv(p.id, gl.COMPUTE_WORK_GROUP_SIZE, &size[0])
		check("invocations of a workgroup", int(size[0]*size[1]*size[2]), leastInvocations)
		check("depth of a workgroup", int(size[2]), leastGroupDepth)
	}
	blocks := p.resources(gl.SHADER_STORAGE_BLOCK, gl.BUFFER_BINDING)
	check("storage blocks", len(blocks), leastBlocks)
	for _, b := range blocks {
		check("bindings of storage blocks", int(b.values[0])+1, leastBindings)
	}
	uniforms := p.resources(gl.UNIFORM, gl.TYPE, gl.ARRAY_SIZE, gl.BLOCK_INDEX)
	for stage, s := range stages {
		components, images, samplers := 0, 0, 0
		for _, u := range uniforms {
			n := int(max(u.values[1], 1))
			switch kind := uint32(u.values[0]); {
			case !u.in[stage] || u.values[2] >= 0:
			case isImage(kind):
				images += n
			case isSampler(kind):
				samplers += n
			default:
				components += 4 * n // a driver may align each to a vector
			}
		}
		least := leastUniforms
		if stage > 0 {
			least *= 2
		}
		check("components of "+s.name+" uniforms", components, least)
		check(s.name+" images", images, leastImages)
		check(s.name+" samplers", samplers, leastSamplers)
	}
	return lines
}

// resource is an active resource of a program: the values of its properties, and the stages that use
// it.
type resource struct {
	values []int32
	in     [len(stages)]bool
}

// resources returns the properties of a program's active resources of an interface.
func (p *Program) resources(of uint32, properties ...uint32) []resource {
	asked := slices.Clone(properties)
	for _, s := range stages {
		asked = append(asked, s.property)
	}
	var n int32
	gl.GetProgramInterfaceiv(p.id, of, gl.ACTIVE_RESOURCES, &n)
	list := make([]resource, n)
	for i := range list {
		values := make([]int32, len(asked))
		gl.GetProgramResourceiv(p.id, of, uint32(i), int32(len(asked)), &asked[0], int32(len(values)), nil, &values[0])
		list[i].values = values[:len(properties)]
		for stage := range stages {
			list[i].in[stage] = values[len(properties)+stage] != 0
		}
	}
	return list
}

// isImage reports whether a uniform's type is an image.
func isImage(kind uint32) bool {
	return kind >= gl.IMAGE_1D && kind <= gl.UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY
}

// isSampler reports whether a uniform's type is one of the samplers that the shaders use.
func isSampler(kind uint32) bool {
	switch kind {
	case gl.SAMPLER_2D, gl.INT_SAMPLER_2D, gl.UNSIGNED_INT_SAMPLER_2D:
		return true
	}
	return false
}
