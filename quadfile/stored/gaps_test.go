package stored_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
	"ffkvadrat/quadpyramid/pyramidtest"
)

// TestEmptyFrames: frames without quads are found in every kind of file, also in tables, which have
// no rows of them. Frames that were not exported are not found, nor empty ones at the ends of
// tables.
func TestEmptyFrames(t *testing.T) {
	r := rand.New(rand.NewPCG(pyramidtest.Seed, 6))
	for _, step := range []int64{1, 3} {
		for n, analysis := range analyses {
			doc := video(analysis)
			empty := map[int64]bool{}
			for i := range doc.Frames {
				f := &doc.Frames[i]
				f.Index = 7 + step*int64(i)
				if i%5 == 2 || i == 10 || i == 11 || i == 0 || i == len(doc.Frames)-1 {
					f.Quads, f.Means, f.Values = nil, nil, nil
				}
				if len(f.Quads) == 0 {
					empty[f.Index] = true
				}
			}
			for _, extension := range readable {
				if analyses[n].Variant.HasValues() && extension == ".yuview.csv" {
					continue // has no points
				}
				name := filepath.Join(t.TempDir(), "a"+extension)
				write(t, name, doc)
				video, err := stored.Open(context.Background(), name)
				if err != nil {
					t.Fatal(err)
				}
				defer video.Close()
				table := strings.HasSuffix(name, ".csv")
				last := doc.Frames[len(doc.Frames)-1].Index
				var places []int64
				for index := range last + 10 {
					places = append(places, index)
				}
				for range last { // any order
					places = append(places, r.Int64N(last+10))
				}
				var f quadfile.Frame
				for _, index := range places {
					var want *quadfile.Frame
					if i := (index - 7) / step; index >= 7 && (index-7)%step == 0 && index <= last {
						want = &doc.Frames[i]
					}
					if table && want != nil && (index == 7 || index == last) {
						want = nil // at the table's ends
					}
					found, err := video.Frame(index, 0, false, &f)
					if err != nil || found != (want != nil) {
						t.Fatalf("%s, every %d: frame %d: found %v, %v", name, step, index, found, err)
					}
					if found && (!slices.Equal(f.Quads, want.Quads) || f.Index != index || f.Width != 65 || f.Height != 63) {
						t.Fatalf("%s, every %d: frame %d: %d quads of %d×%d, want %d", name, step, index, len(f.Quads), f.Width, f.Height, len(want.Quads))
					}
					if found && !table && !slices.Equal(f.Means, want.Means) || found && empty[index] && len(f.Means)+len(f.Values) > 0 {
						t.Fatalf("%s, every %d: frame %d: other means", name, step, index)
					}
				}
				if strings.Contains(name, ".yuview") {
					continue // has no times
				}
				for i, want := range doc.Frames { // after a seek
					found, err := video.Frame(-1, want.PTS, true, &f)
					known := !table || !empty[want.Index] || step == 1 && i > 0 && i < len(doc.Frames)-1
					if err != nil || found != known || found && (!slices.Equal(f.Quads, want.Quads) || f.Width != 65) {
						t.Fatalf("%s, every %d: pts %d: found %v, want %v, %v", name, step, want.PTS, found, known, err)
					}
				}
			}
		}
	}
}
