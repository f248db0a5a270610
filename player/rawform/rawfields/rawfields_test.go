package rawfields_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/rawform"
	"ffkvadrat/player/refusal"
	"ffkvadrat/player/session"
)

// form returns the form of a file with 10 frames of 352 × 288 pixels.
func form(t *testing.T, layout string) *rawform.Form {
	t.Helper()
	l, err := rawvideo.Parse(layout)
	if err != nil {
		t.Fatal(err)
	}
	return rawform.New("/a/b.yuv", 10*352*288*3/2, l, decode.RawBytes)
}

func to(layout string) command.Command { return command.Command{ID: command.RawLayout, Text: layout} }

// write types a value into a field, and returns the commands.
func write(s *paneltest.Stage, place image.Rectangle, text string) (commands []command.Command) {
	s.T.Helper()
	s.Click(place)
	if s.Turn(2); !s.Typing() {
		s.T.Fatal("the field is not open")
	}
	for _, c := range text {
		s.Type(c)
		s.Turn(1)
	}
	s.PressKey(panel.KeyEnter, true)
	commands = s.Turn(1)
	s.PressKey(panel.KeyEnter, false)
	return append(commands, s.Turn(1)...)
}

// TestFields: the tab Video has the form for raw video alone, and each widget changes its part of the layout.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {640, 400, 1}, {1920, 1080, 2}} {
		s := paneltest.New(t, c.width, c.height, c.scale)
		s.Settings.Tab = session.Video
		if s.Turn(2); !s.Widgets.RawFormat.Empty() {
			t.Error("there is a form without raw video")
		}
		s.Status.Raw = form(t, "640x360:yuv420p")
		s.Status.Raw.Origin = "guessed from the name"
		s.Turn(3)
		w := &s.Widgets
		side := panel.Layout(c.width, c.height, c.scale, true, false).Side
		for i, r := range append(w.Raw[:], w.RawSize, w.RawFormat, w.RawFits) {
			if r.Empty() || !r.In(side) {
				t.Errorf("%+v: widget %d is at %v", c, i, r)
			}
		}
		if want := "4 frames, and 138 240 bytes too many"; s.Raw.Said != want {
			t.Errorf("it says %q, want %q", s.Raw.Said, want)
		}
		s.Only("width", write(s, w.Raw[rawform.Width], "352"), to("352x360:yuv420p@25"))
		s.Only("size", write(s, w.Raw[rawform.Width], "352x288"), to("352x288:yuv420p@25"))
		s.Only("height", write(s, w.Raw[rawform.Height], "288"), to("640x288:yuv420p@25"))
		s.Only("rate", write(s, w.Raw[rawform.Rate], "29.97"), to("640x360:yuv420p@30000/1001"))
		s.Only("header", write(s, w.Raw[rawform.Header], "64"), to("640x360:yuv420p@25+64"))
		if got := write(s, w.Raw[rawform.Height], "x"); len(got) > 0 || !strings.Contains(s.Raw.Said, "pixels") {
			t.Errorf("typed x: %v, %q", got, s.Raw.Said)
		}
		s.Release()
	}
}

// TestLists: a choice of each list is a layout.
func TestLists(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Settings.Tab, s.Status.Raw = session.Video, form(t, "640x360:yuv420p@50")
	s.Turn(3)
	w := &s.Widgets
	for _, c := range []struct {
		name       string
		list, line *image.Rectangle
		want       string
	}{
		{"format", &w.RawFormat, &w.RawFormats[1], "640x360:yuv420p10le@50"},
		{"size", &w.RawSize, &w.RawSizes[0], "1920x1080:yuv420p@50"},
		{"fits", &w.RawFits, &w.RawFitting[0], s.Status.Raw.Fits[0].Layout.String()},
	} {
		s.Click(*c.list)
		s.Turn(2)
		s.Only(c.name, s.Click(*c.line), to(c.want))
		s.Turn(2)
	}
}

// TestAsks: on the page about raw video that has no layout, the form and a button that opens the video are in
// the window, also in a small one.
func TestAsks(t *testing.T) {
	for _, c := range []struct{ width, height int }{{1280, 720}, {640, 400}} {
		s := paneltest.New(t, c.width, c.height, 1)
		s.Status.Refused = refusal.Of([]string{"/a/b.yuv"}, &decode.RawError{})
		s.Status.Raw = form(t, "640x360:yuv420p")
		s.Status.Raw.Asks, s.Status.Raw.Origin = true, "guessed from the length"
		s.Turn(3)
		w, window := &s.Widgets, image.Rect(0, 0, c.width, c.height)
		for i, r := range append(w.Raw[:], w.RawSize, w.RawFormat, w.RawFits, w.OpenRaw, w.StartOpen, w.Leave) {
			if r.Empty() || !r.In(window) {
				t.Errorf("%+v: widget %d is at %v", c, i, r)
			}
		}
		if !strings.HasSuffix(s.Raw.Said, "guessed from the length") {
			t.Errorf("it says %q", s.Raw.Said)
		}
		s.Only("width", write(s, w.Raw[rawform.Width], "352"), to("352x360:yuv420p@25"))
		s.Click(w.Raw[rawform.Width]) // leaving one field by a click into another takes what was typed
		s.Turn(2)
		s.Type('8')
		s.Turn(1)
		s.Only("another field", s.Click(w.Raw[rawform.Height]), to("8x360:yuv420p@25"))
		s.PressKey(panel.KeyEscape, true)
		s.Turn(1)
		s.PressKey(panel.KeyEscape, false)
		s.Turn(2)
		s.Only("open", s.Click(w.OpenRaw), command.Do(command.OpenRaw))
		s.Only("open another", s.Click(w.StartOpen), command.Do(command.Browse))
		s.Release()
	}
}
