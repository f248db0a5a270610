package main

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fromSystem are the libraries that every system with glibc has, and its loader.
var fromSystem = []string{"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1"}

// loaded are FFmpeg's libraries that the program loads when it needs them: decode/late_unix.c.
var loaded = []string{"libavfilter", "libavdevice"}

// debian is a package of Debian from which libraries are in the archive.
type debian struct {
	Name, Source, Version string
	Libraries             []string

	source string // folder of its source, if it was built here
}

// copyLibraries copies the libraries that the program needs, but for the system's, into a folder. It returns
// Debian's packages of those that are not FFmpeg's.
func (a *architecture) copyLibraries(program, folder string, f *ffmpeg) ([]*debian, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	names, err := needed(program)
	if err != nil {
		return nil, err
	}
	for _, l := range loaded {
		found, err := filepath.Glob(filepath.Join(f.folder, "lib", l+".so.*"))
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("FFmpeg has no %s: %w", l, err)
		}
		names = append(names, slices.MinFunc(baseNames(found), func(a, b string) int { return len(a) - len(b) }))
	}
	var packages []*debian
	for i := 0; i < len(names); i++ { // it grows
		if a.fromSystem(names[i]) || slices.Contains(names[:i], names[i]) {
			continue
		}
		path := filepath.Join(f.folder, "lib", names[i])
		if _, err := os.Stat(path); err != nil {
			if path, err = a.libraryPath(names[i]); err != nil {
				return nil, err
			}
			if packages, err = a.appendPackage(packages, path, names[i]); err != nil {
				return nil, err
			}
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(folder, names[i]), content, 0o755); err != nil {
			return nil, err
		}
		more, err := needed(path)
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	slices.SortFunc(packages, func(a, b *debian) int { return strings.Compare(a.Name, b.Name) })
	return packages, nil
}

func baseNames(paths []string) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = filepath.Base(p)
	}
	return names
}

// needed returns the names of the libraries that a program or library needs.
func needed(path string) ([]string, error) {
	file, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.ImportedLibraries()
}

// appendPackage appends the package of a library, unless it is there.
func (a *architecture) appendPackage(list []*debian, path, library string) ([]*debian, error) {
	// Debian moves /lib to /usr/lib, so only the rest is sure.
	owner, err := output("dpkg-query", "-S", "*/"+a.triplet+"/"+filepath.Base(path))
	if err != nil {
		return nil, err
	}
	name, _, _ := strings.Cut(owner, ": ")
	for _, d := range list {
		if d.Name == name {
			d.Libraries = append(d.Libraries, library)
			return list, nil
		}
	}
	about, err := output("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", name)
	if err != nil {
		return nil, err
	}
	source, version, _ := strings.Cut(about, " ")
	return append(list, &debian{Name: name, Source: source, Version: version, Libraries: []string{library}}), nil
}
