package compare_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/turntest"
	"ffkvadrat/edge"
	"ffkvadrat/measure/compare"
	"ffkvadrat/overlay/overlaytest"
)

func orientations() (all []decode.Orientation) {
	for _, o := range overlaytest.Orientations {
		all = append(all, decode.Orientation(o))
	}
	return all
}

// TestTurned compares videos of any two orientations with the output of FFmpeg's filters: the
// encode rotated to the coded pixels of the reference, both without a tag. Sides are odd, and with
// --scale the encode is smaller.
func TestTurned(t *testing.T) {
	reference := video(t, "reference.mp4", sample, "-frames:v", "2", "-vf", "scale=99:51", "-c:v", "mpeg4", "-q:v", "2")
	for _, scale := range []bool{false, true} {
		size := "99:51"
		if scale {
			size = "66:34"
		}
		lying := video(t, "lying.mp4", reference, "-vf", "scale="+size, "-c:v", "mpeg4", "-q:v", "9")
		standing := video(t, "standing.mp4", reference, "-vf", "transpose=clock,scale="+reversed(size), "-c:v", "mpeg4", "-q:v", "9")
		turns := map[decode.Orientation]bool{}
		type pair struct {
			encode, reference       decode.Orientation
			tagged, against, turned string
		}
		var all []pair
		dir := t.TempDir()
		args := []string{"-i", lying, "-i", standing}
		for i, r := range orientations() {
			against := turntest.Tagged(t, reference, r)
			for j, o := range orientations() {
				if scale && j != (3*i+1)%8 || !scale && i > 0 && j > 0 && i != j && j != (3*i+1)%8 {
					continue
				}
				encode, input := lying, "0"
				if o.Sideways() != r.Sideways() {
					encode, input = standing, "1"
				}
				turned := filepath.Join(dir, fmt.Sprintf("%d-%d.nut", i, j))
				args = append(args, "-map", input, "-vf", turntest.Filters(o)+","+turntest.Inverse(r), "-c:v", "ffv1", turned)
				all = append(all, pair{o, r, turntest.Tagged(t, encode, o), against, turned})
			}
		}
		ffmpeg(t, args...) // one process for all pairs
		for _, p := range all {
			o, r := p.encode, p.reference
			name := fmt.Sprintf("%+v against %+v, scaled %v", o, r, scale)
			options := compare.Options{Reference: reference, Encodes: []string{p.turned}, Params: edges, Scale: scale}
			_, want := run(t, options)
			options.Reference, options.Encodes = p.against, []string{p.tagged}
			report, got := run(t, options)
			if len(got) != 2 || len(want) != 2 {
				t.Fatalf("%s: %d rows, want %d", name, len(got), len(want))
			}
			for n := range got {
				for _, column := range []string{"encode", "encode_pts", "encode_pts_time"} {
					delete(got[n], column)
					delete(want[n], column)
				}
				if !maps.Equal(got[n], want[n]) {
					t.Errorf("%s: frame %d\n%v, want\n%v", name, n, got[n], want[n])
				}
			}
			turns[report.Encodes[0].Turn] = true
			if same := report.Encodes[0].Turn == (decode.Orientation{}); same != (o == r) {
				t.Errorf("%s: turned by %+v", name, report.Encodes[0].Turn)
			}
		}
		if !scale && len(turns) != len(orientations()) {
			t.Errorf("turns %v", turns)
		}
	}
}

// reversed is a size with its sides exchanged.
func reversed(size string) string {
	width, height, _ := strings.Cut(size, ":")
	return height + ":" + width
}

// TestUpright: an encode whose pixels are rotated, and which lost the tag for that reason, is the
// same picture: the numbers are those of a good encode.
func TestUpright(t *testing.T) {
	source := video(t, "source.mp4", sample, "-frames:v", "3", "-c:v", "libx264", "-qp", "0")
	for _, o := range orientations() {
		reference := turntest.Tagged(t, source, o)
		encode := video(t, "encode.mkv", source, "-vf", turntest.Filters(o), "-c:v", "libx264", "-crf", "10") // FFmpeg's version of reference
		for _, pair := range [][2]string{{reference, encode}, {encode, reference}} {
			report, rows := run(t, compare.Options{Reference: pair[0], Encodes: pair[1:], Params: edges})
			if m := report.Encodes[0].Means; len(rows) != 3 || m.PSNR < 40 || m.IoU < 0.5 {
				t.Errorf("%+v: %d rows, PSNR %.2f, IoU %.3f", o, len(rows), m.PSNR, m.IoU)
			}
		}
	}
}

// TestTurnedBefore: an operator that compares with the previous frame gets the rotated one.
func TestTurnedBefore(t *testing.T) {
	clip := video(t, "clip.mp4", sample, "-frames:v", "4", "-c:v", "libx264", "-qp", "0")
	upright := video(t, "upright.nut", clip, "-vf", "hflip,vflip", "-c:v", "ffv1")
	params := edges
	params.Operator = edge.Motion
	report, rows := run(t, compare.Options{Reference: upright, Encodes: []string{turntest.Tagged(t, clip, decode.Orientation{Rotate: 180})}, Params: params})
	if e := &report.Encodes[0]; len(rows) != 4 || e.Means.IoU != 1 || rows[3]["edges"] == "0" {
		t.Errorf("%d rows, IoU %v, %v", len(rows), e.Means.IoU, rows[3])
	}
}
