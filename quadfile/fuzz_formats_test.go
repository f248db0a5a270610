package quadfile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
)

// FuzzOtherFormats writes frames of any kind in formats that this package does not read, and reads
// them with other readers: number and places of the quads must agree.
func FuzzOtherFormats(f *testing.F) {
	f.Add("clip.mp4", uint16(64), uint16(48), int64(0), uint64(1))
	f.Add("a,\"b\n;\xff", uint16(1), uint16(17), int64(-5), uint64(2))
	f.Fuzz(func(t *testing.T, path string, width, height uint16, pts int64, seed uint64) {
		h := sample()
		h.Source.Path, h.Source.Width, h.Source.Height = path, int(width), int(height)
		if h.check() != nil {
			t.Skip("not a header to write")
		}
		r := rand.New(rand.NewPCG(seed, 0))
		frames := make([]Frame, r.IntN(4))
		quads := 0
		for i := range frames {
			frames[i] = Frame{Index: int64(i), PTS: pts, HasPTS: seed%2 == 0, Time: float64(pts), PictType: 'P'}
			for x := 0; x < int(width) && r.IntN(6) > 0; x++ {
				frames[i].Quads = append(frames[i].Quads, quad(x, 0, 0))
			}
			quads += len(frames[i].Quads)
		}
		rows, err := csv.NewReader(strings.NewReader(export(t, CSV, h, frames...))).ReadAll()
		if err != nil || len(rows) != 1+quads {
			t.Fatalf("CSV: %d rows for %d quads, %v", len(rows), quads, err)
		}
		statistics := 0
		for line := range strings.Lines(export(t, YUView, h, frames...)) {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), ";")
			if fields[0] == "%" {
				continue
			}
			if statistics++; len(fields) != 7 {
				t.Fatalf("YUView: %q", line)
			}
			for _, field := range fields {
				if _, err := strconv.ParseInt(field, 10, 64); err != nil {
					t.Fatalf("YUView: %q", line)
				}
			}
		}
		if statistics < quads {
			t.Fatalf("YUView: %d rows for %d quads", statistics, quads)
		}
		for i := range frames {
			frames[i].Colours = randomColours(len(frames[i].Quads))
		}
		if _, vertices := parsed(t, exportPLY(t, h, frames...)); len(vertices) != quads {
			t.Fatalf("PLY: %d vertices for %d quads", len(vertices), quads)
		}
		var coco struct{ Images, Annotations []json.RawMessage }
		if err := json.Unmarshal([]byte(export(t, COCO, h, frames...)), &coco); err != nil || len(coco.Images) != len(frames) || len(coco.Annotations) != quads {
			t.Fatalf("COCO: %d images, %d annotations, %v", len(coco.Images), len(coco.Annotations), err)
		}
	})
}

// FuzzDecompress reads any bytes as a compressed file: an error, or the data, with at most a window
// of memory.
func FuzzDecompress(f *testing.F) {
	for _, c := range streams.Compressions() {
		var b bytes.Buffer
		w, err := streams.Compress(&b, c)
		if err != nil {
			f.Fatal(err)
		}
		io.WriteString(w, strings.Repeat("quads ", 1000))
		w.Close()
		f.Add(b.Bytes())
		f.Add(b.Bytes()[:b.Len()/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := streams.Decompress(bytes.NewReader(data))
		if err != nil {
			return
		}
		defer r.Close()
		const enough = 1 << 20
		if _, err := io.CopyN(io.Discard, r, enough); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("unclear: %v", err)
		}
	})
}
