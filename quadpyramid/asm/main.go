// Command asm generates the assembly of package quadpyramid. It is a separate module, so that the
// program does not depend on the generator's dependencies.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	reduceKernel()
	tables := newTables()
	emitKernel("emitAVX2", 8, tables)
	emitKernel("emitAVX512", 16, tables)
	Generate()
}
