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

// root is the folder of the cache, or empty. It is determined before a test changes the
// environment.
var root = func() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "ffkvadrat-tests")
}()

// A place is the cache folder of a command; empty for commands that name files other than as
// arguments.
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

// identity identifies a build of a program.
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

// copyTo copies the cached files to an empty folder, and reports whether there were any.
func (p place) copyTo(dir string) bool {
	return p != "" && os.CopyFS(dir, os.DirFS(string(p))) == nil
}

// most limits the cached bytes of a command.
const most = 16 << 20

// keep caches a folder, completely or not at all. It ignores errors.
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
