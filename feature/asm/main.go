// Command asm generates the assembly of package feature. It is a separate module, so that the
// program does not depend on the generator's dependencies.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	for _, k := range unpackKernels() {
		k.generate()
	}
	convertKernel("convertAVX2", avx2)
	convertKernel("convertAVX512", avx512)
	scaleKernel()
	mergeKernel("mergeAVX2", avx2)
	mergeKernel("mergeAVX512", avx512)
	emitKernel()
	Generate()
}

const (
	tileSize     = 64
	rowBytes     = 2 * tileSize   // a row of samples or features of a tile
	sampleBytes  = 16 * rowBytes  // the samples of a plane
	channelBytes = 2 * 5472       // the features of a channel
	groupWidth   = 16             // lanes of 16 bits
	groupBytes   = 2 * groupWidth // a vector
)
