package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

//go:embed README.tmpl
var readme string

// commonLicence matches where Debian's notices refer to the text of a licence, which only Debian has there.
var commonLicence = regexp.MustCompile(`/usr/share/common-licenses/([A-Za-z0-9.+-]*[A-Za-z0-9])`)

// writeNotices writes the archive's README, and the licences of everything in it, into its folder.
func writeNotices(folder, readme string, about map[string]any, f *ffmpeg, packages []*debian) error {
	var text bytes.Buffer
	err := template.Must(template.New("").Parse(readme)).Execute(&text, about)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "README.txt"), text.Bytes(), 0o644); err != nil {
		return err
	}
	notices := map[string]string{ // name in the archive to file
		"ffkvadrat": filepath.Join(folder, "share/doc/ffkvadrat/copyright"),
		"ffmpeg":    filepath.Join(f.source, "debian/copyright"),
	}
	for _, p := range packages {
		name, _, _ := strings.Cut(p.Name, ":") // without the architecture
		notices[name] = p.notice()
	}
	licences := filepath.Join(folder, "licences")
	if err := os.MkdirAll(licences, 0o755); err != nil {
		return err
	}
	common := map[string]bool{"GPL-3": true} // that of the whole
	for name, path := range notices {
		notice, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range commonLicence.FindAllSubmatch(notice, -1) {
			common[string(m[1])] = true
		}
		if err := os.WriteFile(filepath.Join(licences, name+".txt"), notice, 0o644); err != nil {
			return err
		}
	}
	for name := range common {
		licence, err := os.ReadFile(filepath.Join("/usr/share/common-licenses", name))
		if err != nil {
			return fmt.Errorf("a notice refers to it: %w", err)
		}
		if err := os.WriteFile(filepath.Join(licences, name), licence, 0o644); err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(folder, "share/doc"))
}

// notice is the file of a package's notice.
func (d *debian) notice() string {
	if d.source != "" {
		return filepath.Join(d.source, "debian/copyright")
	}
	name, _, _ := strings.Cut(d.Name, ":")
	return filepath.Join("/usr/share/doc", name, "copyright")
}
