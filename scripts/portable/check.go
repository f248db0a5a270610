package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// newest are the versions of the symbols of Debian 12's glibc and libstdc++, by prefix.
var newest = map[string]string{"GLIBC_": "2.36", "GLIBCXX_": "3.4.30", "CXXABI_": "1.3.13"}

// atMost is the size of an archive that a person still downloads to try a program.
const atMost = 70_000_000

// check returns all that is wrong with the unpacked archive.
func (a *architecture) check(folder string) error {
	var faults []error
	fault := func(name, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: %s", name, fmt.Sprintf(format, args...)))
	}
	shipped := map[string]bool{} // to whether it is needed
	libraries, err := os.ReadDir(filepath.Join(folder, "lib"))
	if err != nil {
		return err
	}
	for _, l := range libraries {
		name, _, _ := strings.Cut(l.Name(), ".so")
		shipped[l.Name()] = slices.Contains(loaded, name)
		if slices.ContainsFunc(late, func(of lateLibrary) bool { return of.soname == l.Name() }) {
			fault("lib/"+l.Name(), "it is the system's")
		}
	}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		file, err := elf.Open(path)
		var format *elf.FormatError
		if errors.As(err, &format) {
			return nil
		}
		if err != nil {
			return err
		}
		defer file.Close()
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if file.Machine != a.machine {
			fault(name, "is for %v", file.Machine)
		}
		needs, err := file.ImportedLibraries()
		if err != nil {
			return err
		}
		for _, n := range needs {
			if _, ok := shipped[n]; ok {
				shipped[n] = true
			} else if !a.fromSystem(n) {
				fault(name, "needs %s, which not every system has", n)
			}
		}
		want := ""
		if name == "ffkvadrat" {
			want = "$ORIGIN/lib"
		}
		rpath, err := file.DynString(elf.DT_RPATH)
		if err != nil {
			return err
		}
		runpath, err := file.DynString(elf.DT_RUNPATH)
		if err != nil {
			return err
		}
		if strings.Join(rpath, ":") != want || len(runpath) > 0 {
			fault(name, "RPATH %q and RUNPATH %q, want %q and none", rpath, runpath, want)
		}
		symbols, err := file.ImportedSymbols()
		if err != nil {
			return err
		}
		for _, s := range symbols {
			for prefix, limit := range newest {
				if version, ok := strings.CutPrefix(s.Version, prefix); ok && later(version, limit) {
					fault(name, "%s is of %s, later than %s", s.Name, s.Version, limit)
				}
			}
		}
		return nil
	})
	for name, used := range shipped {
		if !used {
			fault("lib/"+name, "nothing needs it")
		}
	}
	return errors.Join(append(faults, err)...)
}

// later reports whether a version, numbers with dots, is later than another one.
func later(version, limit string) bool {
	return slices.Compare(numbers(version), numbers(limit)) > 0
}

func numbers(version string) []int {
	var list []int
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil // such as GLIBC_PRIVATE; the check for libraries finds what matters
		}
		list = append(list, n)
	}
	return list
}
