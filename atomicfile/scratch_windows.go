package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/windows"
)

// Scratch returns an empty file for reading and writing. Windows removes it when it is closed, or when the process ends.
// The last star of the pattern becomes a number.
func Scratch(pattern string) (*os.File, error) {
	before, after := pattern, ""
	if at := strings.LastIndexByte(pattern, '*'); at >= 0 {
		before, after = pattern[:at], pattern[at+1:]
	}
	for {
		name := filepath.Join(os.TempDir(), before+strconv.FormatUint(uint64(rand.Uint32()), 10)+after)
		file, err := open(name, windows.GENERIC_READ|windows.GENERIC_WRITE, windows.CREATE_NEW, windows.FILE_ATTRIBUTE_TEMPORARY|windows.FILE_FLAG_DELETE_ON_CLOSE)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}
