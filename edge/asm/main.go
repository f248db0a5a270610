// Command asm writes the assembly of package edge. It is a module of its own:
// the program does not depend on its dependencies.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
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
	for _, o := range operators {
		rowKernel(o.name+"RowAVX2", o.forms, YMM)
		rowKernel(o.name+"RowAVX512", o.forms, ZMM)
		sumsKernel(o.name+"SumsAVX2", o.forms)
	}
	wordsOfBitsKernel("wordsOfBitsAVX2", constants)
	Generate()
}
