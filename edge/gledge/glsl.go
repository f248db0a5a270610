package gledge

import (
	"fmt"
	"strings"

	"ffkvadrat/edge"
)

// glslNames are the names of the neighbourhood's samples in shaders, in the order of [edge.Form].
var glslNames = [len(edge.Form{})]string{"nw", "n", "ne", "w", "c", "e", "sw", "s", "se"}

// Defines returns an operator as defines for a shader: one of
//
//	OPERATOR_SUM(SQUARE)  D as a sum of SQUARE(form) in the variables nw, n, ne,
//	                      w, c, e, sw, s and se, for instance SQUARE(c - e) + …;
//	                      a form may have the other sign
//	OPERATOR_VALUE        D is the sample itself
//	OPERATOR_DISTANCE     D is a distance; the shader then needs the defines of
//	                      channel.glsl, too
//
// Coefficients are integers, so the variables may be signed integers, floats,
// or vectors of either.
func Defines(o edge.Operator) []string {
	switch o.Kind() {
	case edge.Value:
		return []string{"OPERATOR_VALUE"}
	case edge.Distance:
		return []string{"OPERATOR_DISTANCE"}
	}
	var squares []string
	for _, f := range o.Forms() {
		squares = append(squares, "SQUARE("+expression(f)+")")
	}
	return []string{"OPERATOR_SUM(SQUARE) " + strings.Join(squares, " + ")}
}

// expression returns a form, or its negative, as an expression whose first term is positive. The
// difference of two samples thus has the same expression at both of them, and the compiler computes
// it once.
func expression(f edge.Form) string {
	var text strings.Builder
	sign := 0
	for i, n := range f {
		if n == 0 {
			continue
		}
		if sign == 0 {
			sign = 1
			if n < 0 {
				sign = -1
			}
			text.WriteString(term(sign*n, glslNames[i]))
		} else if n = sign * n; n > 0 {
			text.WriteString(" + " + term(n, glslNames[i]))
		} else {
			text.WriteString(" - " + term(-n, glslNames[i]))
		}
	}
	return text.String()
}

func term(n int, name string) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%d * %s", n, name)
}
