package rawform_test

import (
	"slices"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/rawvideo"
	"ffkvadrat/player/rawform"
)

func layout(t *testing.T, text string) rawvideo.Layout {
	t.Helper()
	l, err := rawvideo.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestFormats: each format of the list is one of raw video, under FFmpeg's full name.
func TestFormats(t *testing.T) {
	for _, f := range rawform.Formats() {
		l := layout(t, "64x32:"+f.Name)
		if got, err := decode.CheckRaw(l); err != nil || got != l {
			t.Errorf("%s: %v, %v", f.Name, got, err)
		}
	}
}

// TestWords: formats with the high byte first have the words of the others.
func TestWords(t *testing.T) {
	for name, want := range map[string]string{"yuv422p10be": "4:2:2, 10 bits, big-endian", "yuv422p10le": "4:2:2, 10 bits", "xyz12be": "xyz12be"} {
		if got := rawform.Words(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range rawvideo.PixelFormats() {
		if rawform.Words(name) == name {
			t.Errorf("%s has no words", name)
		}
	}
}

// TestChanged: another layout keeps what the file is most like.
func TestChanged(t *testing.T) {
	fits := []rawvideo.Layout{layout(t, "32x16:yuv420p"), layout(t, "16x32:yuv420p")}
	f := rawform.Asking("a.yuv", 768, fits[0], fits, decode.RawBytes).Changed(layout(t, "8x8:gray"))
	if !f.Asks || len(f.Likely) != 2 || f.Likely[1] != (rawform.Fit{Layout: fits[1], Line: "16×32   4:2:0, 8 bits   1 frame"}) || f.Layout != layout(t, "8x8:gray") {
		t.Errorf("%+v", f)
	}
}

// TestTyped: what is typed changes its field alone; a size changes both sides.
func TestTyped(t *testing.T) {
	f := rawform.New("a.yuv", 1000, layout(t, "32x16:yuv420p"), decode.RawBytes)
	for _, c := range []struct {
		field      rawform.Field
		text, want string
	}{
		{rawform.Width, "48", "48x16:yuv420p@25"},
		{rawform.Width, " 352 × 288 ", "352x288:yuv420p@25"},
		{rawform.Height, "24", "32x24:yuv420p@25"},
		{rawform.Rate, "29,97", "32x16:yuv420p@30000/1001"},
		{rawform.Header, "512", "32x16:yuv420p@25+512"},
		{rawform.Width, "0", ""}, {rawform.Width, "3x", ""}, {rawform.Height, "-2", ""}, {rawform.Rate, "0", ""}, {rawform.Header, "-1", ""}, {rawform.Header, "x", ""},
	} {
		l, err := f.Typed(c.field, c.text)
		if c.want == "" {
			if err == nil {
				t.Errorf("%q is taken as %v", c.text, l)
			}
		} else if err != nil || l.String() != c.want {
			t.Errorf("%q: %v, %v, want %s", c.text, l, err, c.want)
		}
	}
}

// TestLength: the form counts the frames, and says what is left. The numbers are by hand: a frame of 32 × 16
// pixels in 4:2:0 has 32 · 16 · 3/2 = 768 bytes.
func TestLength(t *testing.T) {
	for size, want := range map[int64]string{
		3 * 768: "3 frames fill the file exactly", 768*3 + 1: "3 frames; the file is not a whole number of frames of this size: 1 byte is left",
		768 + 2: "1 frame; the file is not a whole number of frames of this size: 2 bytes are left", 700: "The file has 700 bytes, a frame of this size has 768",
	} {
		f := rawform.New("a.yuv", size, layout(t, "64x64:gray"), decode.RawBytes).With(layout(t, "32x16:yuv420p"))
		got, wrong := f.Length()
		if got != want || wrong != (size != 3*768) || (f.Unreadable() == "") != (size >= 768) {
			t.Errorf("%d: %q, %v, %q", size, got, wrong, f.Unreadable())
		}
	}
	for text, want := range map[string]string{
		"32x16:yuv420p+500": "after the header the file has 500 bytes, a frame of this size has 768", "32x16:yuv420p+1000": "the header leaves no bytes for frames",
		"2000000000x2000000000:yuv420p": "there are no frames of this size",
	} {
		if got := rawform.New("a.yuv", 1000, layout(t, text), decode.RawBytes).Unreadable(); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
	f := rawform.New("a.yuv", 352*288*3/2*10+512, layout(t, "32x16:yuv420p@50+512"), decode.RawBytes)
	if !slices.ContainsFunc(f.Fits, func(fit rawform.Fit) bool {
		return fit.Layout == layout(t, "352x288:yuv420p@50+512") && fit.Line == "352×288   4:2:0, 8 bits   10 frames"
	}) {
		t.Errorf("fits: %v", f.Fits)
	}
}
