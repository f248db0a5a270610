// Command asm writes the assembly of package quadpyramid. It is a module of its
// own: the program does not depend on its dependencies.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	reduceKernel()
	tables := newTables()
	emitKernel("emitAVX2", 8, tables)
	emitKernel("emitAVX512", 16, tables)
	Generate()
}
