// Command asm writes the assembly of package quadfile. It is a module of its own: the
// program does not depend on its dependencies.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	textKernel()
	coverKernel()
	Generate()
}
