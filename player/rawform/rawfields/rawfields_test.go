package rawfields_test

import (
	"image"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/measure/survey"
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

// write types a value into a field, and returns the last command.
func write(s *paneltest.Stage, place image.Rectangle, text string) (commands []command.Command) {
	s.T.Helper()
	s.Click(place)
	if s.Turn(2); !s.Typing() {
		s.T.Fatal("the field is not open")
	}
	for _, c := range text {
		s.Type(c)
		commands = append(commands, s.Turn(1)...)
	}
	s.PressKey(panel.KeyEnter, true)
	commands = append(commands, s.Turn(1)...)
	s.PressKey(panel.KeyEnter, false)
	commands = append(commands, s.Turn(1)...)
	return commands[max(len(commands)-1, 0):]
}

// TestEachKey: the layout and the line below the form follow each key. The playing video keeps its layout while
// what is typed has no frame, and the line says why.
func TestEachKey(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Settings.Tab, s.Status.Raw = session.Video, form(t, "352x288:yuv420p")
	s.Turn(3)
	s.Click(s.Widgets.Raw[rawform.Width])
	s.Turn(2)
	for _, c := range []struct {
		key  rune
		want []command.Command
		said string
	}{
		{'9', []command.Command{to("9x288:yuv420p@25")}, "10 frames fill"},
		{'9', []command.Command{to("99x288:yuv420p@25")}, "10 frames fill"},
		{'9', []command.Command{to("999x288:yuv420p@25")}, "10 frames fill"},
		{'9', nil, "The file has 1 520 640 bytes, a frame of this size has 4 319 712"},
		{'x', nil, "A width and a height are numbers of pixels"},
		{'8', []command.Command{to("9999x8:yuv420p@25")}, "10 frames fill"}, // Status keeps its layout
	} {
		s.Type(c.key)
		got := s.Turn(1)
		if !slices.Equal(got, c.want) || !strings.HasPrefix(s.Raw.Said, c.said) {
			t.Errorf("%c: %v, %q", c.key, got, s.Raw.Said)
		}
	}
	s.PressKey(panel.KeyEscape, true)
	got := s.Turn(1)
	s.PressKey(panel.KeyEscape, false)
	s.Only("Escape", append(got, s.Turn(1)...), to("352x288:yuv420p@25"))
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
		if want := "4 frames; the file is not a whole number of frames of this size: 138 240 bytes are left"; s.Raw.Said != want {
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
		s.Only("a key", s.Turn(1), to("8x360:yuv420p@25"))
		if got := s.Click(w.Raw[rawform.Height]); len(got) > 0 {
			t.Errorf("another field: %v", got)
		}
		s.PressKey(panel.KeyEscape, true)
		s.Turn(1)
		s.PressKey(panel.KeyEscape, false)
		s.Turn(2)
		s.Only("open", s.Click(w.OpenRaw), command.Do(command.OpenRaw))
		s.Only("open another", s.Click(w.StartOpen), command.Do(command.Browse))
		s.Release()
	}
}

// TestGuesses: the page lists the guess and the next three layouts, each of which a click takes, at the rate of the form. A small
// window has as many as fit, and the buttons in any case.
func TestGuesses(t *testing.T) {
	for _, c := range []struct{ width, height, lines int }{{1280, 720, 4}, {640, 400, 3}, {640, 340, 0}} {
		s := paneltest.New(t, c.width, c.height, 1)
		s.Status.Refused = refusal.Of([]string{"/a/b.yuv"}, &decode.RawError{})
		fits := []rawvideo.Layout{}
		for _, text := range []string{"352x288:yuv420p", "352x288:nv12", "176x144:yuv420p", "352x288:gray"} {
			l, err := rawvideo.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			fits = append(fits, l)
		}
		l := fits[0]
		l.Rate = rawvideo.Rate{Num: 50, Den: 1}
		s.Status.Raw = rawform.Asking("/a/b.yuv", 10*352*288*3/2, l, fits, decode.RawBytes)
		s.Turn(3)
		w, window := &s.Widgets, image.Rect(0, 0, c.width, c.height)
		shown := 0
		for i, r := range w.RawGuesses {
			if r.Empty() {
				continue
			}
			shown++
			if !r.In(window) || r.Overlaps(w.Raw[rawform.Width]) || i > 0 && r.Overlaps(w.RawGuesses[i-1]) {
				t.Errorf("%+v: guess %d is at %v", c, i, r)
			}
		}
		if shown != c.lines || !w.OpenRaw.In(window) || w.OpenRaw.Empty() {
			t.Errorf("%+v: %d guesses, the button is at %v", c, shown, w.OpenRaw)
		}
		if c.lines > 1 {
			s.Only("the next guess", s.Click(w.RawGuesses[1]), to("352x288:nv12@50"))
		}
		s.Release()
	}
}

// TestUnreadable: while the file has no frame of the layout, the keys begin at the size, and the button is
// disabled and says why.
func TestUnreadable(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Status.Refused = refusal.Of([]string{"/a/b.yuv"}, &decode.RawError{})
	s.Status.Raw = form(t, "1920x1080:yuv420p")
	s.Status.Raw.Asks = true
	s.Turn(4)
	if !s.Typing() {
		t.Error("the size is not open for typing")
	}
	s.Type('2')
	s.Only("a key", s.Turn(1), to("2x1080:yuv420p@25"))
	w := &s.Widgets
	s.PressKey(panel.KeyEscape, true)
	s.Turn(1)
	s.PressKey(panel.KeyEscape, false)
	s.Rest(w.Raw[rawform.Header])
	s.Rest(w.OpenRaw) // tooltips are late while a page has the keys
	if tip := s.Rest(w.OpenRaw); !strings.Contains(tip, "a frame of this size has 3 110 400") {
		t.Errorf("the button's tooltip: %q", tip)
	}
	if got := s.Click(w.OpenRaw); len(got) > 0 {
		t.Errorf("the button: %v", got)
	}
}

// TestPreview: the preview fills what the form leaves of the window, and a window without room for it has none.
func TestPreview(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
		least         int // width
	}{{1280, 720, 1, 600}, {2560, 1440, 1, 1800}, {2560, 1440, 2, 1200}, {640, 400, 1, 0}} {
		s := paneltest.New(t, c.width, c.height, c.scale)
		s.Status.Refused = refusal.Of([]string{"/a/b.yuv"}, &decode.RawError{})
		s.Status.Raw = form(t, "352x288:yuv420p")
		s.Status.Raw.Asks = true
		s.Status.Raw.Preview = &survey.Poster{Image: image.NewRGBA(image.Rect(0, 0, 44, 36))}
		for i := range s.Status.Raw.Preview.Image.Pix {
			s.Status.Raw.Preview.Image.Pix[i] = 255
		}
		s.Turn(3)
		at, window := s.Widgets.Preview, image.Rect(0, 0, c.width, c.height)
		if at.Dx() < c.least || !at.In(window) || at.Empty() != (c.least == 0) || at.Overlaps(s.Widgets.RawSize) {
			t.Errorf("%+v: it is at %v", c, at)
		}
		if c.least > 0 {
			if middle := paneltest.Middle(at); s.Pixels().RGBAAt(middle.X, middle.Y).G != 255 {
				t.Errorf("%+v: it does not show the picture", c)
			}
		}
		s.Release()
	}
}

// TestQuickKeys: what is typed right after Tab is in the next field, however many frames are built meanwhile.
func TestQuickKeys(t *testing.T) {
	for frames := range 5 {
		s := paneltest.New(t, 1280, 720, 1)
		s.Settings.Tab, s.Status.Raw = session.Video, form(t, "1280x720:gray")
		s.Status.Raw.Asks = true
		s.Turn(3)
		s.Click(s.Widgets.Raw[rawform.Width])
		s.Turn(2)
		var last command.Command
		turn := func(n int) {
			for range n {
				for _, c := range s.Turn(1) {
					last = c
					l, err := rawvideo.Parse(c.Text)
					if err != nil {
						t.Fatal(err)
					}
					s.Status.Raw = s.Status.Raw.Changed(l)
				}
			}
		}
		for _, c := range "640\t360" {
			if !s.Typing() {
				t.Errorf("%d frames: the panel does not take %q", frames, c)
			}
			if c == '\t' {
				s.PressKey(panel.KeyTab, true)
				s.PressKey(panel.KeyTab, false)
			} else {
				s.Type(c)
			}
			turn(frames)
		}
		if turn(10); last.Text != "640x360:gray@25" {
			t.Errorf("%d frames between keys: %q", frames, last.Text)
		}
		s.Release()
	}
}

// TestTypedFormat: typing FFmpeg's name of a pixel format selects it in the open list.
func TestTypedFormat(t *testing.T) {
	s := paneltest.New(t, 1280, 720, 1)
	s.Settings.Tab, s.Status.Raw = session.Video, form(t, "352x288:yuv420p")
	for text, want := range map[string]string{"nv": "nv12", "nv21": "nv21", "rgba": "rgba", "4:2:2": "yuv422p"} {
		s.Turn(2)
		s.Click(s.Widgets.RawFormat)
		s.Turn(3)
		for _, r := range text {
			s.Type(r)
			s.Turn(2)
		}
		s.PressKey(panel.KeyEnter, true)
		got := s.Turn(1)
		s.PressKey(panel.KeyEnter, false)
		s.Only(text, append(got, s.Turn(2)...), to("352x288:"+want+"@25"))
	}
}
