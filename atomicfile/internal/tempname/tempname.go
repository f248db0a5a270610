// Package tempname defines the names of temporary files. They identify the file that one is for, and
// the machine and boot that made it.
package tempname

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// longest is how many bytes of a file's name the name of its temporary file includes. That name has 32
// more bytes: fewer than NAME_MAX = 255 in all.
const longest = 200

// New returns a name for a temporary file of base made under boot, see [Boot]:
// .base.tmp-BOOT-NUMBER-CHECK, the last three as 8 hexadecimal digits. CHECK is a hash of what precedes
// it, so that no other program's file matches.
func New(base string, boot uint32) string {
	name := fmt.Sprintf(".%s.tmp-%08x-%08x-", Cut(base), boot, rand.Uint32())
	return name + check(name)
}

// Cut returns the part of a file's name that its temporary file's name includes.
func Cut(base string) string { return base[:min(len(base), longest)] }

var pattern = regexp.MustCompile(`(?s)^\.(.+)\.tmp-([0-9a-f]{8})-[0-9a-f]{8}-`)

// Parse returns the parts of a name from New; base is the result of Cut.
func Parse(name string) (base string, boot uint32, ok bool) {
	m := pattern.FindStringSubmatch(name)
	if m == nil || len(m[1]) > longest || name != m[0]+check(m[0]) {
		return "", 0, false
	}
	number, err := strconv.ParseUint(m[2], 16, 32)
	return m[1], uint32(number), err == nil
}

func check(text string) string { return fmt.Sprintf("%08x", hash(text)) }

func hash(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()
}

// Boot identifies the running kernel: all processes that see each other's locks on every file system
// have the same value. It is 0 if the system has no such number.
var Boot = sync.OnceValue(func() uint32 {
	id, err := kernel()
	if err != nil {
		return 0
	}
	return hash(strings.TrimSpace(id))
})
