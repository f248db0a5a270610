package survey_test

import (
	"bytes"
	"context"
	"encoding/binary"
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

// TestCodedSizes: sizes of AV1's frames are those of the OBUs that a walk over the packets finds: of the only frame of a packet, the
// packet's; of one shown after hidden ones of its packet, the last OBU's; of one that is shown later, that of a hidden one.
func TestCodedSizes(t *testing.T) {
	path := clips.Make(t, "hidden.ivf", "-f", "lavfi", "-i", "testsrc2=duration=1.44:rate=25:size=208x120,noise=alls=9:allf=t", "-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "40", "-g", "12", "-lag-in-frames", "16")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, path, survey.Options{})
	s.SetParams(params)
	s.Run(true)
	for i, b := range await(t, s, path, whole).Bins {
		if b.Coded.N != 0 {
			t.Fatalf("frame %d: %+v, before it is measured", i, b.Coded)
		}
	}
	s.SetMeasures(survey.Measures{Codec: true})
	v := await(t, s, path, whole)
	var hidden []float64
	early, n := 0, 0
	for data = data[32:]; len(data) > 12; n++ { // a header of IVF, and one of each packet
		size := int(binary.LittleEndian.Uint32(data))
		frames, existing := obus(data[12:][:size])
		data = data[12+size:]
		if v.Bins[n].Bytes.Sum != float64(size) {
			t.Fatalf("frame %d: a packet of %v bytes, want %d", n, v.Bins[n].Bytes.Sum, size)
		}
		got, want := v.Bins[n].Coded, float64(size)
		switch {
		case existing:
			i := slices.Index(hidden, got.Sum)
			if early++; i < 0 {
				t.Fatalf("frame %d: %+v is no hidden frame's size of %v", n, got, hidden)
			}
			want, hidden = got.Sum, append(slices.Delete(hidden, i, i+1), frames...)
		case len(frames) > 1:
			want, hidden = frames[len(frames)-1], append(hidden, frames[:len(frames)-1]...)
		}
		if got != (survey.Part{N: 1, Sum: want, Low: want, High: want}) {
			t.Errorf("frame %d: %+v, want %v", n, got, want)
		}
	}
	if n != len(v.Bins) || early == 0 {
		t.Errorf("%d packets with %d shown frames coded before, %d frames", n, early, len(v.Bins))
	}
}

// obus returns the sizes of a packet's OBUs with frames, and whether it shows an existing one.
func obus(packet []byte) (frames []float64, existing bool) {
	const frameHeader, frame = 3, 6
	for len(packet) > 0 {
		kind, head := packet[0]>>3&15, 1+int(packet[0]>>2&1)
		size, n := binary.Uvarint(packet[head:]) // all have a size
		payload := head + n
		switch kind {
		case frame:
			frames = append(frames, float64(payload+int(size)))
		case frameHeader:
			existing = existing || packet[payload]>>7 == 1
		}
		packet = packet[payload+int(size):]
	}
	return frames, existing
}
