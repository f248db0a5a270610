// Command packaging writes the files of a package besides the program: man page, completions, menu
// entry, icons, licences and documentation.
//
//	go run ./scripts/packaging FOLDER
//
// Man page and completions are made from the model of the command line. The man page has the date
// of SOURCE_DATE_EPOCH, which must be set.
package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"ffkvadrat/cli"
)

//go:embed ffkvadrat.desktop
var desktop []byte

//go:embed ffkvadrat.metainfo.xml
var metainfo []byte

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: packaging FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

// write writes all files below root.
func write(root string) error {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	all, err := files(time.Unix(seconds, 0).UTC())
	if err != nil {
		return err
	}
	for name, content := range all {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files returns the content of each file by path.
func files(date time.Time) (map[string][]byte, error) {
	commands := describe(cli.Model())
	commands.Version, commands.Date = cli.Version, date.Format(time.DateOnly)
	copyright, err := licences()
	if err != nil {
		return nil, err
	}
	icon := newIcon()
	all := map[string][]byte{
		"usr/share/applications/ffkvadrat.desktop":            desktop,
		"usr/share/metainfo/ffkvadrat.metainfo.xml":           metainfo,
		"usr/share/icons/hicolor/scalable/apps/ffkvadrat.svg": icon.svg(),
		"usr/share/doc/ffkvadrat/copyright":                   copyright,
		"usr/share/man/man1/ffkvadrat.1":                      commands.render("ffkvadrat.1"),
		"usr/share/bash-completion/completions/ffkvadrat":     commands.render("completion.bash"),
		"usr/share/zsh/vendor-completions/_ffkvadrat":         commands.render("completion.zsh"),
		"usr/share/fish/vendor_completions.d/ffkvadrat.fish":  commands.render("completion.fish"),
	}
	for _, size := range iconSizes {
		data, err := icon.png(size)
		if err != nil {
			return nil, err
		}
		all[fmt.Sprintf("usr/share/icons/hicolor/%dx%[1]d/apps/ffkvadrat.png", size)] = data
	}
	return all, nil
}
