// Command playground builds the page on which one tries the analysis in a browser: the portable packages
// as WebAssembly, and player/playground/page. `make playground` runs it in the root of the repository.
//
//	go run ./scripts/playground [FOLDER]
//
// The page goes into FOLDER, by default build/playground. It needs no server, and loads nothing from
// elsewhere: the module, the worker and a sample are in a script, because a page that is opened as a
// file may load scripts only. The command fails if the folder is larger than its limit.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// limit is the size of the folder in bytes.
const limit = 6_000_000

const page = "player/playground/page"

// copied are the page's files; worker.js is part of the script engine.js.
var copied = [...]string{"index.html", "playground.css", "playground.js", "lesson.js", "icon.svg"}

func main() {
	folder := "build/playground"
	if len(os.Args) == 2 {
		folder = os.Args[1]
	}
	size, err := build(folder)
	if err != nil || len(os.Args) > 2 {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
	fmt.Printf("Wrote %s, %.1f MB: open %[1]s/index.html\n", folder, float64(size)/1e6)
}

// build writes the folder, and returns its size in bytes.
func build(folder string) (size int, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return 0, err
	}
	engine, err := engine()
	if err != nil {
		return 0, err
	}
	files := map[string][]byte{"engine.js": engine}
	for _, name := range copied {
		if files[name], err = os.ReadFile(filepath.Join(page, name)); err != nil {
			return 0, err
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			return 0, err
		}
		size += len(data)
	}
	if size > limit {
		return 0, fmt.Errorf("%s has %d bytes, more than %d", folder, size, limit)
	}
	return size, nil
}

// engine returns the script with the module, the worker and the sample.
func engine() ([]byte, error) {
	module, err := module()
	if err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	worker, err := os.ReadFile(filepath.Join(page, "worker.js"))
	if err != nil {
		return nil, err
	}
	sample, err := os.ReadFile("samples/sample.mp4")
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]string{
		"module": base64.StdEncoding.EncodeToString(module),
		"worker": string(glue) + "\n" + string(worker),
		"sample": base64.StdEncoding.EncodeToString(sample),
	})
	return append(append([]byte("const ENGINE = "), text...), ";\n"...), err
}

// module compiles the module, and compresses it.
func module() ([]byte, error) {
	folder, err := os.MkdirTemp("", "playground")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	name := filepath.Join(folder, "module")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", name, "./player/playground/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, text)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}

// output runs a command, and returns what it prints.
func output(name string, args ...string) ([]byte, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return out, nil
}
