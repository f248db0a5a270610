package compare_test

import (
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/measure/compare"
)

// TestPlanesChange: a video whose later frames have fewer planes or more has rows with one cell a
// column, and means of each plane over the frames that have it.
func TestPlanesChange(t *testing.T) {
	for _, formats := range [][2]string{{"rgb24", "gray"}, {"gray", "rgb24"}} {
		dir := t.TempDir()
		var names [2]string
		for i, filter := range []string{"null", "negate"} {
			names[i] = filepath.Join(dir, filter+".png")
			var all []byte
			for _, format := range formats {
				part := filepath.Join(dir, "part.png")
				ffmpeg(t, "-i", sample, "-frames:v", "2", "-vf", filter, "-pix_fmt", format, "-c:v", "png", "-f", "image2pipe", part)
				data, err := os.ReadFile(part)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, data...)
			}
			if err := os.WriteFile(names[i], all, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		report, rows := run(t, compare.Options{Reference: names[0], Encodes: names[1:], Params: edges})
		if len(rows) != 4 {
			t.Fatalf("%v: %d rows", formats, len(rows))
		}
		first := "y"
		if formats[0] == "rgb24" {
			first = "r"
		}
		for i, row := range rows {
			if row["psnr_"+first] == "" || row["ssim_"+first] == "" || row["iou"] == "" {
				t.Errorf("%v, row %d: %v", formats, i, row)
			}
			if first == "r" && (row["psnr_g"] == "") != (i >= 2) {
				t.Errorf("%v, row %d: g is %q", formats, i, row["psnr_g"])
			}
		}
		if g := report.Encodes[0].Means.Planes[1]; first == "r" && (g.PSNR <= 0 || g.SSIM == 0) {
			t.Errorf("%v: means of g %+v", formats, g)
		}
	}
}
