// Command asm generates the assembly of package quadfile. It is a separate module, so that the
// program does not depend on its dependencies.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	textKernel()
	coverKernel()
	Generate()
}
