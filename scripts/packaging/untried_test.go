package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestUntried: the manifest of Flatpak and Homebrew's formula name files that the package has. Nothing else of them
// is tested.
func TestUntried(t *testing.T) {
	files := all(t)
	var flatpak struct {
		ID          string
		Desktop     string `json:"rename-desktop-file"`
		Metainfo    string `json:"rename-appdata-file"`
		Icon        string `json:"rename-icon"`
		Command     string
		FinishArgs  []string `json:"finish-args"`
		Modules     []struct{ Name string }
		RuntimeName string `json:"runtime"`
	}
	text, err := os.ReadFile("scripts/packaging/untried/io.github.ffkvadrat.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &flatpak); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(metainfo, []byte("<id>"+flatpak.ID+"</id>")) || flatpak.Command != "ffkvadrat" || flatpak.Icon != "ffkvadrat" || len(flatpak.FinishArgs) == 0 || len(flatpak.Modules) != 2 || flatpak.RuntimeName == "" {
		t.Errorf("%+v", flatpak)
	}
	for _, name := range []string{"applications/" + flatpak.Desktop, "metainfo/" + flatpak.Metainfo} {
		if files["usr/share/"+name] == nil {
			t.Errorf("there is no %s to rename", name)
		}
	}
	formula, err := os.ReadFile("scripts/packaging/untried/ffkvadrat.rb")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`packaged/(usr/share/[a-z_/.-]+)"`).FindAllSubmatch(formula, -1) {
		if files[string(name[1])] == nil {
			t.Errorf("the formula installs %s, which is not there", name[1])
		}
	}
	folders := map[string]bool{}
	for name := range files {
		folder, _, _ := strings.Cut(strings.TrimPrefix(name, "usr/share/"), "/")
		folders[folder] = true
	}
	list := regexp.MustCompile(`packaged/usr/share/\{(.*)\}`).FindSubmatch(formula)
	if list == nil {
		t.Fatal("the formula installs no folders")
	}
	for folder := range strings.SplitSeq(string(list[1]), ",") {
		if !folders[path.Clean(folder)] {
			t.Errorf("the formula installs %s, which is not there", folder)
		}
	}
}
