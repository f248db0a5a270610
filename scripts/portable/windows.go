package main

import (
	"archive/zip"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

//go:embed WINDOWS.tmpl
var windowsReadme string

// cross is the prefix of the names of mingw-w64's tools.
const cross = "x86_64-w64-mingw32-"

// windowsConfigure are the flags of FFmpeg's configure for Windows. dav1d, x264 and zlib are linked into its
// libraries; nothing decodes on a GPU.
var windowsConfigure = slices.Concat([]string{
	"--prefix=" + prefix, "--enable-cross-compile", "--target-os=mingw32", "--arch=x86_64", "--cross-prefix=" + cross,
	"--pkg-config=pkg-config", "--pkg-config-flags=--static",
	"--disable-autodetect", "--extra-ldflags=-L../windows-libraries/lib -static-libgcc", "--extra-cflags=-I../windows-libraries/include",
	"--enable-shared", "--disable-static", "--disable-programs", "--disable-doc", "--disable-debug", "--disable-postproc",
	"--enable-gpl", "--enable-version3", // for x264
	"--enable-w32threads", "--enable-zlib", "--enable-libdav1d", "--enable-libx264", "--enable-schannel", "--disable-hwaccels",
	"--disable-encoders", enable("encoder", "libx264 libx264rgb "+encoders),
}, written, []string{
	"--disable-outdevs", "--disable-indevs", enable("indev", "dshow gdigrab"),
})

// fromWindows are the libraries that every Windows has, in small letters.
var fromWindows = []string{
	"advapi32.dll", "bcrypt.dll", "gdi32.dll", "kernel32.dll", "msvcrt.dll", "ole32.dll", "oleaut32.dll", "opengl32.dll", "secur32.dll",
	"shell32.dll", "shlwapi.dll", "user32.dll", "winmm.dll", "ws2_32.dll",
}

// buildWindows writes a zip of the program for Windows, cross-compiled with mingw-w64.
func buildWindows() error {
	c, err := thisCheckout()
	if err != nil {
		return err
	}
	libraries := filepath.Join(c.work, "windows-libraries")
	packages, err := buildLibraries(c.work, libraries)
	if err != nil {
		return err
	}
	windows := &target{
		name: "windows", configure: windowsConfigure, env: []string{"PKG_CONFIG_LIBDIR=" + filepath.Join(libraries, "lib/pkgconfig")},
	}
	for _, p := range packages {
		windows.key = fmt.Append(windows.key, p.Name, p.Version)
	}
	f, err := buildFFmpeg(c.work, windows)
	if err != nil {
		return err
	}
	name := "ffkvadrat-" + c.version + "-windows-amd64"
	folder := filepath.Join(c.work, name)
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := buildExe(filepath.Join(folder, "ffkvadrat.exe"), f, c.commit); err != nil {
		return err
	}
	found, err := filepath.Glob(filepath.Join(f.folder, "bin/*.dll"))
	if err != nil || len(found) == 0 {
		return fmt.Errorf("FFmpeg has no DLLs: %w", err)
	}
	for _, dll := range found {
		if err := quietly("", nil, cross+"strip", "-o", filepath.Join(folder, filepath.Base(dll)), dll); err != nil {
			return err
		}
	}
	if err := checkWindows(folder); err != nil {
		return err
	}
	if err := writeWindowsNotices(folder, c, f, packages); err != nil {
		return err
	}
	archive := folder + ".zip"
	if err := packZip(archive, folder, c); err != nil {
		return err
	}
	info, err := os.Stat(archive)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %.1f MB\n", archive, float64(info.Size())/1e6)
	return nil
}

// buildLibraries builds static libraries that FFmpeg's contain, from Debian's sources, unless that was done
// before. zlib is Debian's own for mingw-w64.
func buildLibraries(folder, to string) ([]*debian, error) {
	dav1d, dav1dVersion, err := fetchSource(folder, "dav1d")
	if err != nil {
		return nil, err
	}
	x264, x264Version, err := fetchSource(folder, "x264")
	if err != nil {
		return nil, err
	}
	inDLLs := []string{"FFmpeg's DLLs"}
	packages := []*debian{
		{Name: "dav1d", Source: "dav1d", Version: dav1dVersion, Libraries: inDLLs, source: dav1d},
		{Name: "x264", Source: "x264", Version: x264Version, Libraries: inDLLs, source: x264},
	}
	// What GCC and mingw-w64 add to every program is Debian's, too.
	for name, into := range map[string]string{"libz-mingw-w64-dev": "FFmpeg's DLLs", "mingw-w64-x86-64-dev": "all", "gcc-mingw-w64-base": "all"} {
		about, err := output("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", name)
		if err != nil {
			return nil, err
		}
		source, version, _ := strings.Cut(about, " ")
		packages = append(packages, &debian{Name: name, Source: source, Version: version, Libraries: []string{into}})
	}
	slices.SortFunc(packages, func(a, b *debian) int { return strings.Compare(a.Name, b.Name) })
	done, versions := filepath.Join(to, "done"), ""
	for _, p := range packages {
		versions += p.Name + " " + p.Version + "\n"
	}
	if text, err := os.ReadFile(done); err == nil && string(text) == versions {
		return packages, nil
	}
	work := to + ".work"
	for _, old := range []string{to, work} {
		if err := os.RemoveAll(old); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(work, 0o755); err != nil {
		return nil, err
	}
	for _, c := range [][]string{
		{"meson", "setup", "dav1d", dav1d, "--cross-file", filepath.Join(dav1d, "package/crossfiles/x86_64-w64-mingw32.meson"), "--prefix=" + to, "--libdir=lib",
			"--buildtype=release", "--default-library=static", "-Denable_tools=false", "-Denable_tests=false"},
		{"ninja", "-C", "dav1d", "install"},
		{filepath.Join(x264, "configure"), "--host=x86_64-w64-mingw32", "--cross-prefix=" + cross, "--prefix=" + to, "--enable-static", "--disable-cli", "--disable-opencl"},
		{"make", fmt.Sprintf("-j%d", runtime.NumCPU()), "install"},
		{"cp", "/usr/x86_64-w64-mingw32/lib/libz.a", filepath.Join(to, "lib")},
	} {
		if err := quietly(work, nil, c[0], c[1:]...); err != nil {
			return nil, err
		}
	}
	if err := os.RemoveAll(work); err != nil {
		return nil, err
	}
	return packages, os.WriteFile(done, []byte(versions), 0o644)
}

// buildExe builds the program. What GCC adds to it is linked into it.
func buildExe(path string, f *ffmpeg, commit string) error {
	packages, err := f.pkgConfig()
	if err != nil {
		return err
	}
	fmt.Println("Building the program: 2 to 3 minutes on two cores the first time.")
	cmd := command("", []string{
		"PKG_CONFIG_LIBDIR=" + packages, "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=1", "CC=" + cross + "gcc", "CXX=" + cross + "g++",
	}, "scripts/ffmpeg", "go", "build", "-trimpath", "-buildvcs=false", "-o", path,
		"-ldflags", "-s -w -buildid= -extldflags '-static-libgcc -static-libstdc++' -X ffkvadrat/cli.commit="+commit, ".")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	return nil
}

// writeWindowsNotices writes the README and all licences, with the ends of lines that Windows' editors know.
func writeWindowsNotices(folder string, c *checkout, f *ffmpeg, packages []*debian) error {
	if err := quietly("", []string{"SOURCE_DATE_EPOCH=" + c.epoch}, "scripts/ffmpeg", "go", "run", "-buildvcs=false", "./scripts/packaging", folder); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(folder, "usr/share"), filepath.Join(folder, "share")); err != nil {
		return err
	}
	err := writeNotices(folder, strings.ReplaceAll(windowsReadme, "\n", "\r\n"), map[string]any{
		"Version": c.version, "Commit": c.commit, "FFmpeg": f.version, "Configure": strings.Join(windowsConfigure, " "), "Packages": packages,
	}, f, packages)
	if err != nil {
		return err
	}
	for _, unused := range []string{"usr", "share"} { // a man page and a menu entry
		if err := os.RemoveAll(filepath.Join(folder, unused)); err != nil {
			return err
		}
	}
	return nil
}

// packZip writes a folder into a zip. The same files give the same bytes.
func packZip(archive, folder string, c *checkout) error {
	file, err := os.Create(archive)
	if err != nil {
		return err
	}
	defer file.Close()
	out := zip.NewWriter(file)
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(filepath.Dir(folder), path)
		if err != nil {
			return err
		}
		w, err := out.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: c.date})
		if err != nil {
			return err
		}
		in, err := os.Open(path)
		if err != nil {
			return err
		}
		defer in.Close()
		_, err = io.Copy(w, in)
		return err
	})
	if err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return file.Close()
}
