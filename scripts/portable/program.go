package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// buildProgram builds the program against FFmpeg's libraries, with the stubs in place of the late libraries.
func (a *architecture) buildProgram(path string, f *ffmpeg, stubs, commit string) error {
	packages, err := f.pkgConfig()
	if err != nil {
		return err
	}
	fmt.Println("Building the program: 2 to 3 minutes on two cores the first time.")
	// All libraries, FFmpeg's own and those that they need, are looked for in lib first. What these need is
	// found by RPATH, which holds for them, too, and not by RUNPATH.
	flags := strings.Join([]string{
		"-L" + stubs, "-Wl,-rpath,$ORIGIN/lib", "-Wl,--disable-new-dtags", "-Wl,-rpath-link," + filepath.Join(f.folder, "lib"), "-Wl,-z,relro,-z,now",
	}, " ")
	cmd := command("", append(a.env(stubs), "PKG_CONFIG_PATH="+packages), "scripts/ffmpeg",
		"go", "build", "-trimpath", "-buildvcs=false", "-o", path,
		"-ldflags", "-s -w -buildid= -extldflags '"+flags+"' -X ffkvadrat/cli.commit="+commit, ".")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	return nil
}

// pkgConfig writes files for pkg-config that say where FFmpeg really is, and returns their folder.
func (f *ffmpeg) pkgConfig() (string, error) {
	from, to := filepath.Join(f.folder, "lib/pkgconfig"), filepath.Join(f.folder, "pkgconfig")
	if err := os.MkdirAll(to, 0o755); err != nil {
		return "", err
	}
	return to, fs.WalkDir(os.DirFS(from), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), []byte(strings.ReplaceAll(string(text), "="+prefix, "="+f.folder)), 0o644)
	})
}
