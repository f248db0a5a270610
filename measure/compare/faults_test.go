package compare_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/measure/compare"
)

// TestRefused: what cannot be compared has a reason, and leaves no file.
func TestRefused(t *testing.T) {
	reference := video(t, "reference.mkv", sample, "-frames:v", "3", "-c:v", "ffv1")
	for name, c := range map[string]struct {
		args    []string
		options compare.Options
		says    string
	}{
		"another size":      {[]string{"-vf", "scale=64:36"}, compare.Options{}, "is 64×36 yuv420p, limited range, that of the reference"},
		"another format":    {[]string{"-pix_fmt", "yuv422p10le"}, compare.Options{}, "yuv422p10le"},
		"another range":     {[]string{"-vf", "scale=out_range=full", "-color_range", "pc"}, compare.Options{}, "full range"},
		"motion and scaled": {nil, compare.Options{Scale: true, Params: analysis.Params{Operator: edge.Motion, Threshold: 0.1}}, "does not work with scaling"},
		"colours":           {nil, compare.Options{Params: analysis.Params{Variant: analysis.CommonFeature}}, "no edges"},
		"planes":            {nil, compare.Options{Params: analysis.Params{Planes: edge.AlphaPlane, Threshold: 0.1}}, "no alpha"},
		"quads in CSV":      {nil, compare.Options{Quads: true}, "cannot hold quads"},
	} {
		encode := video(t, "encode.mkv", reference, append(c.args, "-c:v", "ffv1")...)
		o := c.options
		o.Reference, o.Encodes, o.Stream, o.Out = reference, []string{encode}, decode.Best, filepath.Join(t.TempDir(), "x.csv")
		if o.Params == (analysis.Params{}) {
			o.Params = edges
		}
		_, err := compare.Run(t.Context(), o, nil)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(o.Out); err == nil {
			t.Errorf("%s: there is a file", name)
		}
	}
	o := compare.Options{Reference: reference, Encodes: []string{sample, "nowhere.mp4"}, Stream: decode.Best, Params: edges, Out: filepath.Join(t.TempDir(), "x.csv")}
	if _, err := compare.Run(t.Context(), o, nil); !os.IsNotExist(pathError(err)) {
		t.Errorf("no file: %v", err)
	}
	o.Encodes, o.Out = []string{reference}, reference
	if _, err := compare.Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "input itself") {
		t.Errorf("the reference as output: %v", err)
	}
}

// pathError returns the error about a file in a chain.
func pathError(err error) error {
	for err != nil {
		if e, ok := err.(*fs.PathError); ok {
			return e
		}
		wrapped, ok := err.(interface{ Unwrap() error })
		if !ok {
			return err
		}
		err = wrapped.Unwrap()
	}
	return nil
}

// TestDamage: a damaged encode is compared as far as it decodes, and gives the same bytes each
// time.
func TestDamage(t *testing.T) {
	reference := video(t, "reference.mp4", sample, "-frames:v", "20", "-c:v", "libx264", "-g", "5")
	data, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	packets := bytes.Index(data, []byte("mdat"))
	clear(data[packets+len(data)/3 : packets+len(data)/3+300])
	damaged := filepath.Join(t.TempDir(), "damaged.mp4")
	if err := os.WriteFile(damaged, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, sides := range [][2]string{{reference, damaged}, {damaged, reference}, {damaged, damaged}} {
		var first []byte
		for range 3 {
			o := compare.Options{Reference: sides[0], Encodes: []string{sides[1], sides[1]}, Stream: decode.Best, Params: edges, Out: filepath.Join(t.TempDir(), "x.csv")}
			report, err := compare.Run(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			if report.Faults.Any() != (sides[0] == damaged) || report.Encodes[1].Faults.Any() != (sides[1] == damaged) {
				t.Errorf("%v: faults %+v, %+v", sides, report.Faults, report.Encodes[1].Faults)
			}
			text, err := os.ReadFile(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = text
			}
			if !bytes.Equal(text, first) {
				t.Errorf("%v: another run has other bytes", sides)
			}
		}
	}
}
