package edge

import (
	"fmt"
	"strings"
)

// glslNames are the neighbourhood's samples in shaders, in the order of [Form].
var glslNames = [len(Form{})]string{"nw", "n", "ne", "w", "c", "e", "sw", "s", "se"}

// GLSL is the operator as defines for a shader: one of
//
//	OPERATOR_SUM(SQUARE)  D as a sum of SQUARE(form) in the variables nw, n, ne,
//	                      w, c, e, sw, s and se, for instance SQUARE(c - e) + …
//	OPERATOR_VALUE        D is the sample itself
//
// Coefficients are integers, so the variables may be signed integers, floats,
// or vectors of either.
func (o Operator) GLSL() []string {
	if o.takesValue() {
		return []string{"OPERATOR_VALUE"}
	}
	var squares []string
	for _, f := range o.Forms() {
		squares = append(squares, "SQUARE("+f.glsl()+")")
	}
	return []string{"OPERATOR_SUM(SQUARE) " + strings.Join(squares, " + ")}
}

// glsl is the form as an expression, its first term a positive one.
func (f Form) glsl() string {
	var plus, minus strings.Builder
	for i, n := range f {
		switch {
		case n > 0:
			plus.WriteString(" + " + term(n, glslNames[i]))
		case n < 0:
			minus.WriteString(" - " + term(-n, glslNames[i]))
		}
	}
	return strings.TrimPrefix(plus.String()+minus.String(), " + ")
}

func term(n int, name string) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%d * %s", n, name)
}
