package channel_test

import (
	"testing"

	"ffkvadrat/yuv/channel"
)

func TestParseBox(t *testing.T) {
	for text, want := range map[string]channel.Box{
		"0,0,0":                   {},
		"#000000":                 {},
		"#ffffff":                 {Low: channel.Vector{16383, 16383, 16383}, High: channel.Vector{16383, 16383, 16383}},
		"255,128,0":               {Low: channel.Vector{16383, 8224, 0}, High: channel.Vector{16383, 8224, 0}},
		"#FF8000-255, 128.01 ,12": {Low: channel.Vector{16383, 8224, 0}, High: channel.Vector{16383, 8224, 771}},
	} {
		if got, err := channel.ParseBox(text); got != want || err != nil {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", "1,2", "1,2,3,4", "1,2,256", "-1,2,3", "1,2,NaN", "1,2,x", "#12345", "#1234567", "#12345g", "#-12345", "1,2,3-", "1,2,3-1,2,2", "1,2,3-4,5,6-7,8,9"} {
		if got, err := channel.ParseBox(text); err == nil {
			t.Errorf("%q was taken as %v", text, got)
		}
	}
}

// TestText writes and reads every value of a channel.
func TestText(t *testing.T) {
	for v := range uint16(channel.Peak + 1) {
		want := channel.Box{Low: channel.Vector{v, 0, v / 2}, High: channel.Vector{v, v % 3, channel.Peak}}
		if got, err := channel.ParseBox(want.String()); got != want || err != nil {
			t.Fatalf("%v is written as %s, and read as %v, %v", [2]channel.Vector{want.Low, want.High}, want, got, err)
		}
	}
	if got := (channel.Box{Low: channel.Vector{16383, 8224, 1}, High: channel.Vector{16383, 8224, 1}}).String(); got != "255,128,0.02" {
		t.Errorf("written as %s", got)
	}
}

func FuzzParseBox(f *testing.F) {
	f.Add("#e0b020-255,200,100.5")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := channel.ParseBox(text)
		if err != nil {
			return
		}
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		if again, err := channel.ParseBox(b.String()); again != b || err != nil {
			t.Fatalf("%q is %v, and read again %v, %v", text, b, again, err)
		}
	})
}
