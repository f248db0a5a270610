package shotlist

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode/timecode"
	"ffkvadrat/measure/edl"
)

// video returns a video of 1900 frames in three shots, at a rate.
func video(rate float64) *Video {
	at := func(n int64) float64 { return float64(n) / rate }
	return &Video{Name: "a|b;#=\\\n.mp4", Pictures: 1900, Rate: rate, Shots: []Shot{
		{0, 3, 0, at(3)}, {3, 1800, at(3), at(1800)}, {1800, 1900, at(1800), at(1900)},
	}}
}

// TestForms: what each form says about a video, with drop frame and without.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		form Form
		rate float64
		want string
	}{
		{Scenes, 25, `{"frames":1900,"scenes":[{"start_frame":0,"end_frame":3,"zone_overrides":null},{"start_frame":3,"end_frame":1800,"zone_overrides":null},{"start_frame":1800,"end_frame":1900,"zone_overrides":null}],"split_scenes":[{"start_frame":0,"end_frame":3,"zone_overrides":null},{"start_frame":3,"end_frame":1800,"zone_overrides":null},{"start_frame":1800,"end_frame":1900,"zone_overrides":null}]}
`},
		{EDL, 30000. / 1001, `TITLE: a/b;#=\ .mp4
FCM: DROP FRAME

001  001      V     C        00:00:00;00 00:00:00;03 00:00:00;00 00:00:00;03
* FROM CLIP NAME: a|b;#=\ .mp4
* COMMENT: shot 1

002  001      V     C        00:00:00;03 00:01:00;02 00:00:00;03 00:01:00;02
* FROM CLIP NAME: a|b;#=\ .mp4
* COMMENT: shot 2

003  001      V     C        00:01:00;02 00:01:03;12 00:01:00;02 00:01:03;12
* FROM CLIP NAME: a|b;#=\ .mp4
* COMMENT: shot 3
`},
		{EDL, 30, `TITLE: a/b;#=\ .mp4
FCM: NON-DROP FRAME

001  001      V     C        00:00:00:00 00:00:00:03 00:00:00:00 00:00:00:03
* FROM CLIP NAME: a|b;#=\ .mp4
* COMMENT: shot 1

002  001      V     C        00:00:00:03 00:01:00:00 00:00:00:03 00:01:00:00
* FROM CLIP NAME: a|b;#=\ .mp4
* COMMENT: shot 2

003  001      V     C        00:01:00:00 00:01:03:10 00:01:00:00 00:01:03:10
* FROM CLIP NAME: a|b;#=\ .mp4
* COMMENT: shot 3
`},
		{Chapters, 25, `;FFMETADATA1
title=a|b\;\#\=\\ .mp4

[CHAPTER]
TIMEBASE=1/1000000
START=0
END=120000
title=Shot 1

[CHAPTER]
TIMEBASE=1/1000000
START=120000
END=72000000
title=Shot 2

[CHAPTER]
TIMEBASE=1/1000000
START=72000000
END=76000000
title=Shot 3
`},
		{QPFile, 25, "0 I -1\n3 I -1\n1800 I -1\n"},
	} {
		if got, err := c.form.Text(video(c.rate)); err != nil || got != c.want {
			t.Errorf("%v at %v: %v\n%s\nwant\n%s", c.form, c.rate, err, got, c.want)
		}
	}
}

// TestTimecodes: events are contiguous at each rate, and have the right frames.
func TestTimecodes(t *testing.T) {
	for _, rate := range []float64{24000. / 1001, 24, 25, 30000. / 1001, 30, 50, 60000. / 1001, 60} {
		text, err := EDL.Text(video(rate))
		if err != nil {
			t.Fatal(err)
		}
		nominal := int(math.Round(rate))
		drop := nominal%30 == 0 && rate != math.Round(rate)
		begin, n := timecode.Code{Drop: drop}, 0
		for line := range strings.Lines(text) {
			fields := strings.Fields(line)
			if len(fields) != 8 || fields[2] != "V" {
				continue
			}
			first, ok1 := begin.Plus(video(rate).Shots[n].First, nominal)
			end, ok2 := begin.Plus(video(rate).Shots[n].End, nominal)
			if want := []string{first.String(), end.String(), first.String(), end.String()}; !ok1 || !ok2 || !slices.Equal(fields[4:], want) {
				t.Errorf("%v: %q, want %v", rate, line, want)
			}
			n++
		}
		if n != 3 || strings.Contains(text, ";00:") {
			t.Errorf("%v: %d events in\n%s", rate, n, text)
		}
	}
}

// TestLimits: what an edit decision list cannot represent; the other forms can.
func TestLimits(t *testing.T) {
	long := &Video{Name: "x", Rate: 25}
	for i := range int64(1000) {
		long.Shots = append(long.Shots, Shot{i, i + 1, float64(i) / 25, float64(i+1) / 25})
	}
	long.Pictures = 1000
	unrated := video(25)
	unrated.Rate = 0
	for form := range FormCount {
		_, err := form.Text(long)
		if (err != nil) != (form == EDL) {
			t.Errorf("%v of 1000 shots: %v", form, err)
		}
		if _, err := form.Text(unrated); (err != nil) != (form == EDL) || form == EDL && !errors.Is(err, edl.ErrNoRate) {
			t.Errorf("%v without a rate: %v", form, err)
		}
		if text, err := form.Text(&Video{Rate: 25}); err != nil || strings.Contains(text, "null,null") {
			t.Errorf("%v of no pictures: %q, %v", form, text, err)
		}
	}
	var empty struct {
		Scenes []any
		Split  []any `json:"split_scenes"`
	}
	if text, err := Scenes.Text(&Video{}); err != nil || json.Unmarshal([]byte(text), &empty) != nil || empty.Scenes == nil || empty.Split == nil {
		t.Errorf("no scenes: %q, %v", text, err)
	}
}

// TestShotsOf: shots have no gaps, whatever the times are.
func TestShotsOf(t *testing.T) {
	for name, c := range map[string]struct {
		starts []int64
		times  []float64
		end    float64
		want   []Shot
	}{
		"none":         {nil, nil, 0, nil},
		"one":          {[]int64{0}, []float64{7}, 7.5, []Shot{{0, 1, 0, 0.5}}},
		"two":          {[]int64{0, 2}, []float64{-1, 0, 1, 2}, 3, []Shot{{0, 2, 0, 2}, {2, 4, 2, 4}}},
		"no duration":  {[]int64{0, 1}, []float64{0, 1}, 0, []Shot{{0, 1, 0, 1}, {1, 2, 1, 1}}},
		"back in time": {[]int64{0, 2, 3}, []float64{0, 5, 1, 6}, 7, []Shot{{0, 2, 0, 5}, {2, 3, 5, 6}, {3, 4, 6, 7}}},
	} {
		if got := shotsOf(c.starts, c.times, c.end); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for form := range FormCount {
		if got, err := ParseForm(form.String()); got != form || err != nil {
			t.Errorf("%v: %v, %v", form, got, err)
		}
		if got, err := FormOf("/x/A" + strings.ToUpper(form.Extension())); got != form || err != nil {
			t.Errorf("%v: %v, %v", form.Extension(), got, err)
		}
	}
	if _, err := ParseForm("xml"); err == nil {
		t.Error("xml is a form")
	}
	if _, err := FormOf("x.json"); err == nil || !strings.Contains(err.Error(), ".scenes.json, .edl, .ffmeta or .qpfile") {
		t.Errorf("x.json: %v", err)
	}
}

// FuzzForms: any name stays in its line.
func FuzzForms(f *testing.F) {
	f.Add("a\n[CHAPTER]\nSTART=7", 29.97)
	f.Fuzz(func(t *testing.T, name string, rate float64) {
		for form := range FormCount {
			a, b := video(25), video(25)
			a.Name, a.Rate, b.Name, b.Rate = name, rate, "x", rate
			text, err1 := form.Text(a)
			plain, err2 := form.Text(b)
			if (err1 != nil) != (err2 != nil) || strings.Count(text, "\n") != strings.Count(plain, "\n") || strings.Count(text, "\r") > 0 {
				t.Errorf("%v: %q, %v", form, text, err1)
			}
		}
	})
}
