package refusal

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/gpu"
)

func TestOf(t *testing.T) {
	open := func(name string, err error) error { return fmt.Errorf("decode: open %q: %w", name, err) }
	for _, c := range []struct {
		names      []string
		err        error
		title, why string
	}{
		{[]string{"/a/song.m4a"}, decode.ErrNoVideo, "“song.m4a” cannot be played", "only sound"},
		{[]string{"/a/b.mp4"}, fmt.Errorf("%w: Invalid argument", decode.ErrNotVideo), "“b.mp4” cannot be played", "It is not a video"},
		{[]string{"/a/b.mp4"}, decode.ErrEmpty, "“b.mp4” cannot be played", "It is empty."},
		{[]string{"a\nb.mp4"}, decode.ErrNoFrame, "“a\\nb.mp4” cannot", "nothing in it"},
		{[]string{"x.png"}, decode.ErrNotVideo, "“x.png” cannot be shown", "It is not a picture"},
		{[]string{"x.png", "y.jpg"}, decode.ErrNoFrame, "None of these 2 pictures can be shown", "It is a picture, but nothing"},
		{[]string{"x.png", "y.mp4"}, fs.ErrNotExist, "None of these 2 videos can be played", "no such file"},
		{[]string{"x.mp4", "y.mp4"}, fs.ErrNotExist, "None of these 2 videos can be played", "The first is “x.mp4”. There is no such file"},
		{[]string{"http://me:secret@host/v.mp4"}, decode.ErrNetwork, "“http://host/v.mp4” cannot", "--allow-network"},
		{[]string{"http://host/v.mp4"}, errors.New("connect: Connection refused"), "“http://host/v.mp4” cannot", "The connection failed: Connection refused."},
		{nil, errors.New("odd: no."), "Nothing can be played", "Odd: no."},
	} {
		name := "none"
		if len(c.names) > 0 {
			name = c.names[0]
		}
		err := open(name, c.err)
		got := Of(c.names, err)
		if !strings.HasPrefix(got.Title, c.title) || !strings.Contains(got.Why, c.why) || got.Detail != "" && !strings.HasPrefix(got.Detail, "open ") || strings.Contains(got.Detail+got.Title, "secret") {
			t.Errorf("%v, %v: %+v", c.names, err, got)
		}
	}
}

func TestEnding(t *testing.T) {
	if r := Ending(fmt.Errorf("player: %w: no driver", gpu.ErrUnsupported)); !r.Ends || !strings.Contains(r.Title, "OpenGL 4.3") || r.Advice == "" || !strings.HasSuffix(r.Detail, "no driver") {
		t.Errorf("without OpenGL: %+v", r)
	}
	if r := Ending(errors.New("odd")); !r.Ends || r.Title != "ffkvadrat has ended" || r.Why != "Odd." || r.Detail != "" {
		t.Errorf("another error: %+v", r)
	}
}

// TestKeepsNames: a sentence that begins with a path or a name keeps its case, and others begin with a capital letter.
func TestKeepsNames(t *testing.T) {
	for text, want := range map[string]string{
		"out-cod/small.mp4: the picture is 640×360": "out-cod/small.mp4: the picture is 640×360.",
		"small.mp4: no frames":                      "small.mp4: no frames.",
		"my clips/a b.mp4: no frames":               "my clips/a b.mp4: no frames.",
		`clips\a.mp4: no frames`:                    `clips\a.mp4: no frames.`,
		"http://host/v.mp4: refused":                "http://host/v.mp4: refused.",
		"the decoder gave up: no.":                  "The decoder gave up: no.",
		"odd":                                       "Odd.",
	} {
		if r := Ending(errors.New(text)); r.Why != want {
			t.Errorf("%q: %q, want %q", text, r.Why, want)
		}
	}
}
