// Command portable writes an archive of the program that runs on any Linux with glibc 2.36 or later, into
// build/portable, and one of its source:
//
//	go run ./scripts/portable [amd64|arm64|windows]
//
// For arm64 it cross-compiles. It has to run on Debian 12 on amd64, whose glibc decides which systems are too old, in the root of the repository.
// FFmpeg's libraries are built from Debian's source package, once; those that it needs are Debian's. Libraries
// of the desktop stay with the system: functions that load them stand in for theirs, see stubs/stubs.c. At the
// end it checks the archive. With the argument windows it writes one for Windows, see windows.go. The same commit gives the same bytes, if Debian's packages are the same.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	name := "amd64"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	var err error
	if a := find(name); a != nil {
		err = a.build()
	} else if name == "windows" {
		err = buildWindows()
	} else {
		err = fmt.Errorf("no architecture %q", name)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "portable:", err)
		os.Exit(1)
	}
}

// checkout is what the archives are made from.
type checkout struct {
	work            string // the folder for everything
	version, commit string
	epoch           string // time of the commit in seconds
	date            time.Time
}

func thisCheckout() (*checkout, error) {
	release, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return nil, err
	}
	if !strings.Contains(string(release), "VERSION_CODENAME=bookworm\n") || runtime.GOARCH != "amd64" {
		return nil, errors.New("run it on Debian 12 on amd64: what is built on a newer system does not run on older ones")
	}
	c := &checkout{}
	if c.work, err = filepath.Abs("build/portable"); err != nil {
		return nil, err
	}
	about, err := output("scripts/version")
	if err != nil {
		return nil, err
	}
	c.version, c.epoch, _ = strings.Cut(about, " ")
	seconds, err := strconv.ParseInt(c.epoch, 10, 64)
	if err != nil {
		return nil, err
	}
	c.date = time.Unix(seconds, 0).UTC()
	c.commit, err = output("scripts/revision")
	return c, err
}

// build writes the archive for Linux.
func (a *architecture) build() error {
	c, err := thisCheckout()
	if err != nil {
		return err
	}
	work, version, commit := c.work, c.version, c.commit
	stubs := filepath.Join(work, a.stubs())
	if err := a.writeStubs(stubs); err != nil {
		return err
	}
	linux, err := a.target(stubs)
	if err != nil {
		return err
	}
	f, err := buildFFmpeg(work, linux)
	if err != nil {
		return err
	}
	name := "ffkvadrat-" + version
	folder := filepath.Join(work, name+"-linux-"+a.name)
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	program := filepath.Join(folder, "ffkvadrat")
	if err := a.buildProgram(program, f, stubs, commit); err != nil {
		return err
	}
	packages, err := a.copyLibraries(program, filepath.Join(folder, "lib"), f)
	if err != nil {
		return err
	}
	// The files of a Debian package are in usr/share.
	// An empty -exec runs the program itself.
	run := []string{"go", "run", "-buildvcs=false", "-exec", a.emulator, "./scripts/packaging", folder}
	if err := quietly("", append(a.env(stubs), "SOURCE_DATE_EPOCH="+c.epoch), "scripts/ffmpeg", run...); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(folder, "usr/share"), filepath.Join(folder, "share")); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(folder, "usr")); err != nil {
		return err
	}
	if err := writeNotices(folder, readme, map[string]any{
		"Architecture": a, "Version": version, "Commit": commit, "FFmpeg": f.version, "Configure": strings.Join(linux.configure, " "), "Packages": packages,
	}, f, packages); err != nil {
		return err
	}

	archive := folder + ".tar.zst"
	if err := pack(archive, folder, c.date); err != nil {
		return err
	}
	if commit != "" {
		if err := packSource(filepath.Join(work, name+"-source.tar.zst"), name); err != nil {
			return err
		}
	}
	info, err := os.Stat(archive)
	if err != nil {
		return err
	}
	if err := a.check(folder); err != nil {
		return err
	}
	if info.Size() > atMost {
		return fmt.Errorf("the archive has %d bytes, more than %d", info.Size(), atMost)
	}
	fmt.Printf("%s: %.1f MB\n", archive, float64(info.Size())/1e6)
	return nil
}
