// Command asm generates the assembly of package edge. It is a separate module, so that the program
// does not depend on the generator's dependencies.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	table := flag.String("table", "", "file of the table of the operators' kernels")
	constants := newConstants()
	bytesKernel("bytesNarrowAVX2", false, constants)
	bytesKernel("bytesWideAVX2", true, constants)
	wordsKernel("wordsNarrowAVX2", false, constants)
	wordsKernel("wordsWideAVX2", true, constants)
	bytesKernel512("bytesNarrowAVX512", false, constants)
	bytesKernel512("bytesWideAVX512", true, constants)
	wordsKernel512("wordsNarrowAVX512", false, constants)
	wordsKernel512("wordsWideAVX512", true, constants)
	samplesKernels()
	shiftKernel()
	operatorKernels()
	previousKernels()
	distanceKernels()
	wordsOfBitsKernel("wordsOfBitsAVX2", constants)
	Generate()
	writeTable(*table)
}
