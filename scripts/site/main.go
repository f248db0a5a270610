// Command site builds the project's site: README.md, docs/ and a few more pages as HTML, with a
// sidebar and a search. `make site` runs it in the root of the repository.
//
//	go run ./scripts/site [FOLDER]
//
// The site goes into FOLDER, by default build/site, which is emptied first. The sources of its
// pages go into FOLDER-pages. MkDocs makes the HTML. Pages work without a server and load nothing
// from other sites. The command fails if a link, an anchor or a file is missing, or if a page would
// load something.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func main() {
	folder := "build/site"
	if len(os.Args) == 2 {
		folder = os.Args[1]
	}
	if err := build(".", filepath.Clean(folder)); err != nil || len(os.Args) > 2 {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("Wrote %s: open %[1]s/index.html, or serve it with: python3 -m http.server -d %[1]s\n", folder)
}

// build makes the site of a repository in folder.
func build(repository, folder string) error {
	work := folder + "-pages"
	for _, dir := range []string{folder, work} {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := prepare(repository, work, folder); err != nil {
		return err
	}
	mkdocs := exec.Command("mkdocs", "build", "--strict", "--quiet", "-f", filepath.Join(work, "mkdocs.yml"))
	mkdocs.Stdout, mkdocs.Stderr = os.Stdout, os.Stderr
	if err := mkdocs.Run(); err != nil {
		return fmt.Errorf("mkdocs: %w", err)
	}
	if err := writeOfflineIndex(folder); err != nil {
		return err
	}
	playground := exec.Command("go", "run", "./scripts/playground", filepath.Join(folder, "playground"))
	playground.Dir, playground.Stderr = repository, os.Stderr
	if err := playground.Run(); err != nil {
		return fmt.Errorf("playground: %w", err)
	}
	return check(folder)
}

// writeOfflineIndex writes the search index as a script, because pages without a server cannot read
// JSON.
func writeOfflineIndex(folder string) error {
	index, err := os.ReadFile(filepath.Join(folder, "search/search_index.json"))
	if err != nil {
		return err
	}
	script := "var __search = {index: Promise.resolve(" + string(index) + ")};\n"
	return os.WriteFile(filepath.Join(folder, "search/search_index.js"), []byte(script), 0o644)
}
