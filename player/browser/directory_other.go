//go:build !unix

package browser

// directory is 0 on systems without such a flag.
const directory = 0
