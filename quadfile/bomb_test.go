package quadfile

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
)

// counted counts what is read.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// TestEndlessText: endless input is refused after a few MiB, in bounded memory.
func TestEndlessText(t *testing.T) {
	h := sample()
	h.Source.Width, h.Source.Height = 64, 64
	lines := export(t, NDJSON, h, Frame{HasPTS: true})
	document := export(t, JSON, h, Frame{HasPTS: true})
	frame := `{"pts":0,"pts_time":"0.000000","key_frame":0,"quads":[`
	for name, c := range map[string]struct{ rest, again string }{
		"white space at first":     {"", " "},
		"white space":              {lines + "{", " "},
		"lines of white space":     {strings.TrimSuffix(document, "}\n"), "\n"},
		"white space of a quad":    {lines + frame + "[0,0,1],[1", " "},
		"white space at last":      {document, "\n"},
		"empty lines":              {lines, "\n"},
		"a string":                 {lines + `{"a":"`, "x"},
		"a known string":           {lines + `{"pts_time":"`, "0"},
		"a known name":             {lines + `{"pts":1,"pict_type":"`, "I"},
		"escapes":                  {lines + `{"a":"`, `\u00e4`},
		"letters of two bytes":     {lines + `{"a":"`, "ä"},
		"a path":                   {`{"format":"ffkvadrat-quads","version":1,"source":{"path":"`, "x"},
		"a name":                   {lines + `{"`, "x"},
		"a number":                 {lines + `{"a":`, "1"},
		"a known number":           {lines + `{"pts":`, "1"},
		"a coverage":               {lines + `{"coverage":0.`, "1"},
		"a number of a quad":       {lines + frame + "[", "1"},
		"numbers of a quad":        {lines + frame + "[0", ",0"},
		"brackets":                 {lines + `{"a":`, "["},
		"objects":                  {lines, `{"a":`},
		"elements":                 {lines + `{"a":[0`, ",0"},
		"fields":                   {lines + `{"b":0`, `,"a":0`},
		"one field":                {lines + `{"pts":0`, `,"pts":0`},
		"fields of a header":       {`{"b":0`, `,"a":0`},
		"names of fields":          {`{"quad_fields":["x"`, `,"y"`},
		"a second header":          {`{"header":` + sampleHeader, `,"header":0`},
		"fields behind the frames": {strings.TrimSuffix(document, "}\n"), `,"a":0`},
		"quads out of order":       {lines + frame + `[0,0,1]`, `,[0,0,1]`},
		"quads that are none":      {lines + frame + `{}`, `,{"a":[1,2]}`},
		"quads of another field":   {lines + `{"squads":[[0,0,1]`, `,[0,0,1]`},
	} {
		in := &counted{Reader: &endless{c.rest, strings.Repeat(c.again, 1000)}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(in)
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; err == nil || len(err.Error()) > 200 || in.n > 3<<20 || allocated > 16<<20 {
			t.Errorf("%s: %.300v after %d bytes and %d in memory", name, err, in.n, allocated)
		}
	}
}

// TestDecompressionBomb is TestEndlessText for compressed input.
func TestDecompressionBomb(t *testing.T) {
	lines := []byte(export(t, NDJSON, sample(), Frame{HasPTS: true}))
	for _, c := range []streams.Compression{streams.Gzip, streams.Zstd} {
		var packed bytes.Buffer
		w, err := streams.Compress(&packed, c)
		if err == nil {
			_, err = w.Write(append(lines, `{"a":"`...))
		}
		for range 64 {
			_, err1 := w.Write(bytes.Repeat([]byte("x"), 1<<20))
			err = errors.Join(err, err1)
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		data := packed.Bytes()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d, err := streams.Decompress(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		_, err = Read(d)
		d.Close()
		runtime.ReadMemStats(&after)
		if allocated := after.TotalAlloc - before.TotalAlloc; err == nil || len(data) > 200<<10 || allocated > 64<<20 {
			t.Errorf("%v: %v, %d bytes took %d", c, err, len(data), allocated)
		}
		t.Logf("%v: %d kB took %d MiB", c, len(data)>>10, (after.TotalAlloc-before.TotalAlloc)>>20)
	}
}
