package trace

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"ffkvadrat/analysis/partition"
)

// FuzzTrace: for any bytes the index and the pictures agree, and all rectangles begin inside the
// picture.
func FuzzTrace(f *testing.F) {
	f.Add([]byte(vtmText), "", int64(0), int64(0))
	f.Add([]byte(vtmText), "QP", int64(0), int64(2))
	f.Add([]byte(yuviewHead+"4;0;0;32;32;9;-5;6\n4;0;0;32;32;0;1\n0;32;0;16;16;0;0\n4;1;1;1;1;3;9\n"), "", int64(-4), int64(4))
	f.Add([]byte("# Sequence size: [9x9]\nBlockStat;2;1;1;2;2;QP;1;2;3;\nBlockStat;2;140;84;156;84;156;90;GeoMVL0;291;233\n"), "", int64(0), int64(1))
	f.Add([]byte(strings.Repeat("#\n", 9)), "", int64(0), int64(1))
	f.Fuzz(func(t *testing.T, data []byte, name string, first, step int64) {
		file, err := New(context.Background(), bytes.NewReader(data), int64(len(data)), Options{Type: name, FirstPOC: first, Step: step})
		if err != nil {
			return
		}
		width, height := file.Size()
		if width*height > 1<<20 {
			return // a plane of QPs would be slow
		}
		_, low, high := file.Frames()
		blocks := 0
		var p partition.Picture
		for i := range file.pictures {
			frame := file.pictures[i].frame
			if frame < low || frame > high {
				t.Fatalf("frame %d is not between %d and %d", frame, low, high)
			}
			found, err := file.Picture(frame, &p)
			if err != nil || !found {
				if err == nil || !strings.Contains(err.Error(), "than") {
					t.Fatalf("frame %d of the index: %v, %v", frame, found, err)
				}
				return
			}
			blocks += len(p.Blocks)
			for _, b := range p.Blocks {
				if b.X < 0 || b.Y < 0 || int(b.X) >= width || int(b.Y) >= height || b.Width < 1 || b.Height < 1 || b.HasQP == false && b.QP != 0 {
					t.Fatalf("block %+v of a picture of %d×%d", b, width, height)
				}
			}
			for _, v := range p.Vectors {
				if v.Scale < 1 || int(v.X) >= width || int(v.Y) >= height {
					t.Fatalf("vector %+v", v)
				}
			}
		}
		if rows := file.table.types[file.blocks].rows; int64(blocks) != rows {
			t.Fatalf("%d blocks of %d rows", blocks, rows)
		}
	})
}
