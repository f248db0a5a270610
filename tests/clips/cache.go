package clips

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// root is the folder of what is kept, or empty. It is found before a test can change the environment.
var root = func() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "ffkvadrat-tests")
}()

// A place is a folder where what a command writes is kept, or empty: for commands that name files in another
// way than as an argument.
type place string

// find returns the place of a command.
func find(program string, args []string) place {
	if root == "" {
		return ""
	}
	hash := sha256.New()
	fmt.Fprintln(hash, identity(program))
	for _, arg := range args {
		sum, err := sumOf(strings.TrimPrefix(arg, "file:"))
		switch {
		case err == nil:
			fmt.Fprintf(hash, "file %x\n", sum)
		case strings.Contains(arg, "://"), strings.Contains(arg, "movie="), strings.Contains(arg, os.TempDir()), arg == "concat", arg == "x11grab":
			return ""
		default:
			fmt.Fprintf(hash, "%q\n", arg)
		}
	}
	return place(filepath.Join(root, hex.EncodeToString(hash.Sum(nil))))
}

func sumOf(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, f)
	return hash.Sum(nil), err
}

var identities sync.Map // of programs: string

// identity tells one build of a program from another.
func identity(program string) string {
	if known, ok := identities.Load(program); ok {
		return known.(string)
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return program
	}
	info, err := os.Stat(path)
	if err != nil {
		return program
	}
	known := fmt.Sprint(path, info.Size(), info.ModTime().UnixNano())
	identities.Store(program, known)
	return known
}

// copyTo copies what is kept into an empty folder. It returns false if nothing is kept.
func (p place) copyTo(dir string) bool {
	return p != "" && os.CopyFS(dir, os.DirFS(string(p))) == nil
}

// most is how many bytes of one command are kept.
const most = 16 << 20

// keep copies a folder to its place, as a whole or not at all. A cache that cannot be written is none.
func (p place) keep(dir string) {
	if p == "" || bytesIn(dir) > most || os.MkdirAll(root, 0o777) != nil {
		return
	}
	whole, err := os.MkdirTemp(root, "new-")
	if err != nil {
		return
	}
	if os.CopyFS(whole, os.DirFS(dir)) != nil || os.Rename(whole, string(p)) != nil {
		os.RemoveAll(whole)
	}
}

func bytesIn(dir string) (sum int64) {
	filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && !e.IsDir() {
			sum += info.Size()
		}
		return err
	})
	return sum
}
