package render

import (
	"testing"
)

func TestSmoke(t *testing.T) {
	for _, enc := range []string{"libx264", "libx265", "libvpx-vp9"} {
		for _, s := range []int{12, -12} {
			o := want("sample.mp4", outputFile(t, "x.mkv"))
			o.Selection.Frames = 24
			o.Params.Threshold = 0.05
			o.Output.Encoder, o.Output.Clean, o.Output.Interest = enc, true, &Interest{Strength: s, Trial: true}
			r := rendered(t, o)
			w, wo := r.Trial.With, r.Trial.Without
			t.Logf("%s %d: %d %d bytes, in %.2f %.2f out %.2f %.2f; ssim in %.4f %.4f out %.4f %.4f; pixels %d %d", enc, s, w.Bytes, wo.Bytes, w.Parts.In.PSNR(), wo.Parts.In.PSNR(), w.Parts.Out.PSNR(), wo.Parts.Out.PSNR(),
				w.Parts.In.Similarity(), wo.Parts.In.Similarity(), w.Parts.Out.Similarity(), wo.Parts.Out.Similarity(), w.Parts.In.Pixels, w.Parts.Out.Pixels)
		}
	}
}
