package browserpage

import (
	"testing"

	"ffkvadrat/player/browser"
)

func TestSummary(t *testing.T) {
	listing := func(names ...string) *browser.Listing {
		l := &browser.Listing{}
		for _, name := range names {
			l.Entries = append(l.Entries, browser.Entry{Name: name, Folder: name == "trip"})
		}
		return l
	}
	for want, l := range map[string]*browser.Listing{
		"":                              listing(),
		"1 video":                       listing("a.mp4"),
		"2 pictures":                    listing("a.png", "b.JPG"),
		"2 videos, 1 picture, 1 folder": listing("trip", "a.gif", "a.mp4", "b.png"),
	} {
		if got := summary(l, l.Counts(), false); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	l := listing("a.json", "b.json")
	if got := summary(l, l.Counts(), true); got != "2 files" {
		t.Errorf("settings: %q", got)
	}
	l = listing("a.mp4")
	if l.Reading = true; summary(l, l.Counts(), false) != "1 video so far …" {
		t.Errorf("while reading: %q", summary(l, l.Counts(), false))
	}
	if l.Cut = true; summary(l, l.Counts(), false) != "the first 1 video" {
		t.Errorf("cut: %q", summary(l, l.Counts(), false))
	}
}
