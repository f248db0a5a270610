package survey_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
)

// codings returns an export's values about the coding of a video's frames, as texts.
func codings(t *testing.T, path string) (all [][6]string) {
	t.Helper()
	var text bytes.Buffer
	_, err := quads.Run(context.Background(), analysis.NewCPU(), quads.Options{
		Path: path, Stream: decode.Best, Params: params, Format: quadfile.CSV, To: &text, Summary: true, Codec: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) int { return slices.Index(rows[0], name) }
	for _, row := range rows[1:] {
		all = append(all, [6]string{row[at("bytes_per_quad")], row[at("qp_mean")], row[at("qp_density")], row[at("intra_part")], row[at("skip_part")], row[at("depth_mean")]})
	}
	return all
}

// TestCoding: bytes per quad, QPs and correlations equal those of export --summary --codec. Those
// of the codec are measured only on request, and then for all frames.
func TestCoding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		videos := []string{
			"../../samples/tiny-420.mp4", "../../samples/tiny-rgb.mkv",
			clips.Make(t, "a.m2v", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-pix_fmt", "yuv420p", "-c:v", "mpeg2video", "-b:v", "200k"),
			clips.Make(t, "a.mp4", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-pix_fmt", "yuv420p", "-c:v", "libx265", "-x265-params", "log-level=none:pools=1"),
			clips.Make(t, "a.webm", "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=1", "-pix_fmt", "yuv420p", "-c:v", "libvpx-vp9", "-deadline", "realtime", "-aq-mode", "3"),
		}
		if folder := os.Getenv("FFKVADRAT_MEDIA"); folder != "" && !testing.Short() {
			videos = append(videos, filepath.Join(folder, "bbb_2500ms.ts"))
		}
		for _, path := range videos {
			want := codings(t, path)
			s := start(t, path, survey.Options{})
			s.SetParams(params)
			s.Run(true)
			tells := want[0][1] != ""
			for step, c := range []struct{ on, restarts bool }{{false, false}, {true, tells}, {true, false}, {false, false}, {true, false}} {
				if got := s.SetMeasures(survey.Measures{Codec: c.on}); got != c.restarts {
					t.Fatalf("%s, step %d: restarts %v", path, step, got)
				}
				v := await(t, s, path, whole)
				if len(v.Bins) != len(want) {
					t.Fatalf("%s, step %d: %d pictures, want %d", path, step, len(v.Bins), len(want))
				}
				qps := v.QPs()
				if blocks := tells && !strings.HasSuffix(path, ".webm"); qps.Known != (blocks && step > 0) || // which has the frames' QPs alone
					qps.Least > qps.Most || qps.Known && qps.Most == 0 {
					t.Errorf("%s, step %d: QPs %+v", path, step, qps)
				}
				for i := range v.Bins {
					b := &v.Bins[i]
					if mean := b.QPs; qps.Known && mean.N > 0 && (mean.N != 1 || mean.Sum != b.QP.Sum || int(mean.Low) < qps.Least || int(mean.High) > qps.Most) {
						t.Errorf("%s, picture %d: QPs %+v, of all %+v", path, i, mean, qps)
					}
					got := [6]string{text(b.PerQuad()), text(b.QP), text(b.Density), text(b.Intra), text(b.Skip), text(b.Depth)}
					expected := want[i]
					if step == 0 {
						expected = [6]string{expected[0]}
					}
					if got != expected {
						t.Fatalf("%s, step %d, picture %d: %q, want %q", path, step, i, got, expected)
					}
				}
			}
		}
	})
}

// text formats a quantity as an export does.
func text(p survey.Part) string {
	if p.N == 0 {
		return ""
	}
	return strconv.FormatFloat(p.Mean(), 'f', 6, 64)
}
