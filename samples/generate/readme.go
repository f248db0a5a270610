package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"
)

//go:embed readme.tmpl
var readmeText string

// writeReadme writes the README of the samples folder, with a table made from clips.
func writeReadme(w io.Writer) error {
	t, err := template.New("readme").Parse(readmeText)
	if err != nil {
		return err
	}
	rows := make([]map[string]string, len(clips))
	for i, c := range clips {
		raw, frames := "none", "sound only"
		if c.width > 0 {
			raw = fmt.Sprintf("%s %d×%d", c.pixels, c.width, c.height)
			frames = fmt.Sprint(c.frames)
			if c.sound {
				frames += " and sound"
			}
		}
		rows[i] = map[string]string{
			"Name": c.name, "About": c.about, "Raw": raw, "Frames": frames,
			"Arguments": strings.Join(c.args, " "),
		}
	}
	return t.Execute(w, rows)
}
