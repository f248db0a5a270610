package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ffkvadrat/atomicfile/internal/tempname"
)

// Sweep removes the temporary files that killed processes have left for the given names, and does
// SweepFolder for their folders. No process may be writing these files.
func Sweep(names ...string) error {
	known := map[string]map[string]bool{} // names of the targets of temporary files, by folder
	for _, name := range names {
		target, err := follow(name)
		if err != nil {
			return fmt.Errorf("atomicfile: sweep %q: %w", name, err)
		}
		folder, base := filepath.Split(target)
		if known[folder] == nil {
			known[folder] = map[string]bool{}
		}
		known[folder][tempname.Cut(base)] = true
	}
	for folder, known := range known {
		if err := SweepFolder(folder, func(name string) bool { return known[name] }); err != nil {
			return err
		}
	}
	return nil
}

// abandoned is the age at which a temporary file that another machine may have made counts as left by a
// dead process. Without locks across machines nothing else shows that.
const abandoned = 7 * 24 * time.Hour

// SweepFolder removes the temporary files in a folder whose processes have ended. A file that may be
// from another machine must also be abandoned, or idle must report true for the name that it is for: no
// process is writing a file of that name. idle can be nil; it sees the first 200 bytes of a longer
// name. Other files stay, and all files stay if the file system has no locks.
func SweepFolder(folder string, idle func(name string) bool) error {
	folder = filepath.Clean(folder)
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("atomicfile: sweep: %w", err)
	}
	for _, e := range entries {
		base, boot, ok := tempname.Parse(e.Name())
		if !ok || !e.Type().IsRegular() {
			continue
		}
		here := boot != 0 && boot == tempname.Boot() || idle != nil && idle(base)
		err := sweep(filepath.Join(folder, e.Name()), here)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) { // a permission error: the file is another user's
			return fmt.Errorf("atomicfile: sweep: %w", err)
		}
	}
	return nil
}

// sweep removes a temporary file unless a process has locked it or, if it is not from this machine,
// unless it was written recently.
func sweep(name string, here bool) error {
	file, err := openLeftover(name, os.O_WRONLY)
	if err != nil {
		return err
	}
	defer file.Close()
	// While the file is locked and still has its name, no other process renames or removes it.
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if locked, _ := lock(file); !locked || !named(info, name) {
		return nil
	}
	if !here {
		now, err := clock(filepath.Dir(name))
		if err != nil || now.Sub(info.ModTime()) < abandoned {
			return err
		}
	}
	return os.Remove(name)
}

// named reports whether a name belongs to a file.
func named(file fs.FileInfo, name string) bool {
	info, err := os.Lstat(name)
	return err == nil && os.SameFile(file, info)
}

// clock returns the time of the clock that stamps files in a folder, which may be a server's.
func clock(folder string) (time.Time, error) {
	f := File{target: filepath.Join(folder, "clock")}
	if err := f.makeTemp(0); err != nil {
		return time.Time{}, err
	}
	defer f.Abort()
	info, err := f.file.Stat()
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// sweepEvery is the minimum interval at which a process that writes many files into a folder sweeps it.
const sweepEvery = time.Minute

var swept struct {
	sync.Mutex
	at map[string]time.Time // by folder
}

// sweepSometimes sweeps a folder into which a file is being written, unless it was swept recently.
// Files that cannot be removed stay.
func sweepSometimes(folder string) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return
	}
	swept.Lock()
	last, ever := swept.at[folder]
	due := !ever || time.Since(last) >= sweepEvery
	if due {
		if swept.at == nil {
			swept.at = map[string]time.Time{}
		}
		swept.at[folder] = time.Now()
	}
	swept.Unlock()
	if due {
		_ = SweepFolder(folder, nil)
	}
}
