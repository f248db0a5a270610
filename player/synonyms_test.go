package player

import (
	"slices"
	"strings"
	"testing"

	"ffkvadrat/player/palette"
)

// TestSynonyms: what has synonyms is an entry, each of its words finds it, and none is there that the entry's own title has.
func TestSynonyms(t *testing.T) {
	entries := listed().Entries
	if keys := palette.Orphans(entries); len(keys) > 0 {
		t.Errorf("no command, setting, value or curve is %q", keys)
	}
	for i := range entries {
		title := entries[i].Title
		for _, word := range strings.Fields(entries[i].Synonyms()) {
			if !slices.ContainsFunc(palette.Find(entries, word), func(m palette.Match) bool { return m.Title == title }) {
				t.Errorf("%q does not find %q", word, title)
			}
			if palette.WordBegins(strings.ToLower(title), word) {
				t.Errorf("%q has %q itself", title, word)
			}
			if palette.Lacks(word) != "" {
				t.Errorf("%q is said to be missing", word)
			}
		}
	}
}

// TestUsualWords: words that people use find what they mean, among the first entries.
func TestUsualWords(t *testing.T) {
	const first = 4
	entries := listed().Entries
	for _, c := range [...]struct{ typed, title string }{
		{"noise", "Film grain"}, {"grain", "Film grain"}, {"denoise", "Film grain"},
		{"sharpness", "View: Edges"}, {"blurry", "View: Edges"}, {"detail", "Detail of small quads"},
		{"blocks", "Blocks by"}, {"macroblocks", "Show or hide the codec's blocks"}, {"bitrate", "Curve: Packet size"}, {"quality", "Curve: PSNR Y of quads"},
		{"zoom", "Zoom in"}, {"bigger", "Size of the panel"}, {"font", "Size of the panel"}, {"bigger text", "Size of the panel"},
		{"screenshot", "Save the picture with its quads"}, {"record", "Export…"}, {"save", "Save the settings"},
		{"faster", "Faster by a tenth"}, {"speed", "Normal speed"}, {"compare", "Compare two settings or videos"}, {"diff", "View: Difference"}, {"psnr map", "View: Block PSNR"}, {"worst blocks", "Worst frames and areas of the second video"},
		{"dark", "Theme of the window: Dark theme"}, {"night", "Theme of the window: Dark theme"}, {"heatmap", "Blocks by: QP"},
		{"color", "Colours of the overlay"}, {"false color", "View: False colour"}, {"quantizer", "Blocks by: QP"}, {"histogram", "Show the tab Plots"},
		{"a-b loop", "Loop a part: start, end, clear"}, {"a–b", "Loop a part: start, end, clear"}, {"help", "Show all keys, commands and settings…"}, {"shortcuts", "Show all keys, commands and settings…"}, {"hdr", "Transfer curve"},
	} {
		found := palette.Find(entries, c.typed)
		if !slices.ContainsFunc(found[:min(first, len(found))], func(m palette.Match) bool { return m.Title == c.title }) {
			var titles []string
			for i := range found[:min(6, len(found))] {
				titles = append(titles, found[i].Title)
			}
			t.Errorf("%q finds %q first, not %q", c.typed, titles, c.title)
		}
	}
	for _, typed := range []string{"subtitle", "Language"} {
		if found := palette.Find(entries, typed); len(found) > 0 || palette.Lacks(typed) == "" {
			t.Errorf("%q finds %d entries, and the answer %q", typed, len(found), palette.Lacks(typed))
		}
	}
	if palette.Lacks("xyzzy") != "" || palette.Lacks("ca") != "" {
		t.Error("an answer about an unknown word")
	}
}
