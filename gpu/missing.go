package gpu

// static void missing(void) {}
//
// static void *missing_function(void) { return (void *)missing; }
import "C"

import "unsafe"

// missing returns a function for those that a context of OpenGL 3.3 lacks, as go-gl refuses to load the others without
// them. Nobody calls it.
func missing() unsafe.Pointer { return C.missing_function() }
