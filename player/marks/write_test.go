package marks_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	"ffkvadrat/player/marks"
)

func set(t *testing.T, all ...marks.Mark) (l marks.List) {
	t.Helper()
	for _, m := range all {
		var err error
		if l, err = l.Set(m); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// Kinds of videos: with and without time stamps, with negative ones, with frames whose number is
// unknown, with one frame.
func TestCSV(t *testing.T) {
	for name, c := range map[string]struct {
		list  marks.List
		start float64
		want  string
	}{
		"none":               {nil, 0, ""},
		"usual":              {set(t, marks.Mark{Index: 119, PTS: 60928, HasPTS: true, Time: 4.76, Note: "a, \"b\""}), 0.08, "120,119,60928,4.840000,00:00:04.760,\"a, \"\"b\"\"\"\r\n"},
		"negative":           {set(t, marks.Mark{PTS: -512, HasPTS: true}), -0.04, "1,0,-512,-0.040000,00:00:00.000,\r\n"},
		"without stamps":     {set(t, marks.Mark{Index: 50, Time: 2}), 0, "51,50,,2.000000,00:00:02.000,\r\n"},
		"without numbers":    {set(t, marks.Mark{Index: -1, PTS: 90, HasPTS: true, Time: 3661.0016}), 0, ",,90,3661.001600,01:01:01.002,\r\n"},
		"formulas":           {set(t, marks.Mark{Note: "=1+1"}, marks.Mark{Time: 1, Note: "-3 dB"}), 0, "1,0,,0.000000,00:00:00.000,'=1+1\r\n1,0,,1.000000,00:00:01.000,'-3 dB\r\n"},
		"apostrophe":         {set(t, marks.Mark{Note: "'tis"}), 0, "1,0,,0.000000,00:00:00.000,''tis\r\n"},
		"more than one line": {set(t, marks.Mark{Note: "a\nb"}), 0, "1,0,,0.000000,00:00:00.000,a b\r\n"},
	} {
		var b bytes.Buffer
		if err := marks.CSV.Write(&b, c.list, marks.Video{Name: "x", Start: c.start}); err != nil {
			t.Fatal(err)
		}
		const names = "frame,frame_index,pts,pts_time,time,note\r\n"
		if b.String() != names+c.want {
			t.Errorf("%s: %q, want %q", name, b.String(), names+c.want)
		}
		read := csv.NewReader(&b)
		read.FieldsPerRecord = 6
		if _, err := read.ReadAll(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEDL(t *testing.T) {
	l := set(t, marks.Mark{Index: -1, Time: 60060. / 1000, Note: "first | one"}, marks.Mark{Index: 3, Time: 0.1001})
	for _, c := range []struct {
		rate float64
		want string
	}{
		{30000. / 1001, `TITLE: a/b.mp4
FCM: DROP FRAME

001  001      V     C        00:00:00;03 00:00:00;04 00:00:00;03 00:00:00;04
 |C:ResolveColorGreen |M:Mark 1 |D:1
* LOC: 00:00:00;03 GREEN   Mark 1

002  001      V     C        00:01:00;02 00:01:00;03 00:01:00;02 00:01:00;03
 |C:ResolveColorGreen |M:first / one |D:1
* LOC: 00:01:00;02 GREEN   first | one
`},
		{25, `TITLE: a/b.mp4
FCM: NON-DROP FRAME

001  001      V     C        00:00:00:03 00:00:00:04 00:00:00:03 00:00:00:04
 |C:ResolveColorGreen |M:Mark 1 |D:1
* LOC: 00:00:00:03 GREEN   Mark 1

002  001      V     C        00:01:00:02 00:01:00:03 00:01:00:02 00:01:00:03
 |C:ResolveColorGreen |M:first / one |D:1
* LOC: 00:01:00:02 GREEN   first | one
`},
	} {
		var b bytes.Buffer
		if err := marks.EDL.Write(&b, l, marks.Video{Name: "a|b.mp4", Rate: c.rate}); err != nil || b.String() != c.want {
			t.Errorf("%v: %v\n%s\nwant\n%s", c.rate, err, &b, c.want)
		}
	}
	if err := l.WriteEDL(&bytes.Buffer{}, marks.Video{}); err == nil || !strings.Contains(err.Error(), "no frame rate") {
		t.Errorf("without a frame rate: %v", err)
	}
}

// Hostile notes stay inside their lines and fields.
func TestHostileNotes(t *testing.T) {
	var l marks.List
	for i, note := range []string{"\n002  001      V     C", "a\r\nFCM: DROP FRAME", "\"", ",,,", "|D:1 |M:", "\u202eexe", strings.Repeat("long ", 2000), "\x1b]0;x\x07"} {
		l = append(l, set(t, marks.Mark{Index: int64(i), Time: float64(i), Note: note})...)
	}
	var b bytes.Buffer
	if err := l.WriteEDL(&b, marks.Video{Name: "a\nFCM: DROP FRAME", Rate: 24}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 2+4*len(l)+1 || strings.HasPrefix(lines[2], "FCM") {
		t.Errorf("%d lines for %d marks:\n%s", len(lines), len(l), &b)
	}
	for i := range l {
		if n := strings.Count(lines[2+4*i+2], "|"); n != 3 {
			t.Errorf("%d separators: %q", n, lines[2+4*i+2])
		}
	}
	b.Reset()
	if err := l.WriteCSV(&b, marks.Video{}); err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(&b).ReadAll(); err != nil || len(rows) != 1+len(l) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestWriteFails(t *testing.T) {
	for f := range marks.FormatCount {
		if err := f.Write(broken{}, set(t, marks.Mark{}), marks.Video{Rate: 25}); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("%s: %v", f.Title(), err)
		}
	}
}
