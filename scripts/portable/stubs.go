package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// lateLibrary is a library of the system that is loaded when it is needed. Without it, everything works that
// does not need it.
type lateLibrary struct {
	soname string
	only   string // prefix of the functions; empty: all
	// Without the library its functions return missing, or what values says for one of them, as expressions
	// of C, so that callers see an error.
	missing string
	values  map[string]string
}

var late = []lateLibrary{
	// The program's.
	{soname: "libX11.so.6", missing: "0"},
	{soname: "libGL.so.1", only: "glX", missing: "0"},
	{soname: "libEGL.so.1", missing: "0"},
	{soname: "libasound.so.2", missing: "-19", values: map[string]string{ // ENODEV
		"snd_strerror": `"this system has no libasound"`, "snd_device_name_get_hint": "0",
	}},
	// FFmpeg's: hardware decoders, and the capture of a screen.
	{soname: "libva.so.2", missing: "1"}, // VA_STATUS_ERROR_OPERATION_FAILED
	{soname: "libva-drm.so.2", missing: "0"},
	{soname: "libdrm.so.2", missing: "0"},
	{soname: "libxcb.so.1", missing: "0", values: map[string]string{"xcb_connection_has_error": "1"}}, // XCB_CONN_ERROR
	{soname: "libxcb-shm.so.0", missing: "0"},
	{soname: "libxcb-xfixes.so.0", missing: "0"},
	{soname: "libxcb-shape.so.0", missing: "0"},
}

// name returns the library's name for the linker's flag -l.
func (l *lateLibrary) name() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(l.soname, "lib"), ".so")
	return name
}

// writeStubs writes a static library into the folder for each of the late libraries: their functions, which
// load the library. A linker that looks there first takes them instead of the system's libraries.
func (a *architecture) writeStubs(folder string) error {
	for i := range late {
		functions, err := late[i].functions(a)
		if err == nil {
			err = late[i].write(a, folder, functions)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", late[i].soname, err)
		}
	}
	return nil
}

// write writes the static library of these functions into the folder.
func (l *lateLibrary) write(a *architecture, folder string, functions []string) error {
	work := filepath.Join(folder, l.name())
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	var names bytes.Buffer
	for i, name := range functions {
		value := l.missing
		if v, ok := l.values[name]; ok {
			value = v
		}
		fmt.Fprintf(&names, "STUB(%d, %s, %s)\n", i, name, value)
	}
	if err := os.WriteFile(filepath.Join(work, "names.h"), names.Bytes(), 0o644); err != nil {
		return err
	}
	object := filepath.Join(work, "stubs.o")
	if err := quietly("", nil, a.cross+"gcc", "-O2", "-fPIC", "-DSONAME="+fmt.Sprintf("%q", l.soname), "-I"+work, "-c", "scripts/portable/stubs/stubs.c", "-o", object); err != nil {
		return err
	}
	archive := filepath.Join(folder, "lib"+l.name()+".a")
	_ = os.Remove(archive)
	return quietly("", nil, a.cross+"ar", "rcsD", archive, object)
}

// functions returns the names of the functions that Debian's library has.
func (l *lateLibrary) functions(a *architecture) ([]string, error) {
	path, err := a.libraryPath(l.soname)
	if err != nil {
		return nil, err
	}
	file, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) == elf.STT_FUNC && strings.HasPrefix(s.Name, l.only) && !strings.HasPrefix(s.Name, "_") {
			names = append(names, s.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil // one name may have several versions
}

// libraryPath returns where the linker finds Debian's library, without links.
func (a *architecture) libraryPath(soname string) (string, error) {
	out, err := output(a.cross+"gcc", "-print-file-name="+soname)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(out) {
		return "", fmt.Errorf("there is no %s; see scripts/setup portable-%s", soname, a.name)
	}
	return filepath.EvalSymlinks(out)
}
