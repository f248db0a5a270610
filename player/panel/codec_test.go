package panel

import (
	"testing"

	"ffkvadrat/analysis/partition/agreement"
)

// The texts about blocks change with the status.
func TestCodecTexts(t *testing.T) {
	var texts codecTexts
	for _, c := range []struct {
		of    Codec
		coded string
		finer string
	}{
		{Codec{Known: true, Blocks: 1, Coarsest: 51}, "1 block", ""},
		{Codec{Known: true, Blocks: 3600, QP: 20.25, HasQP: true}, "3 600 blocks, mean QP 20.2", ""},
		{Codec{Known: true, Blocks: 3600, QP: 20.25, HasQP: true, Compared: true, Finer: 0.476, Coarser: 0.3, IoU: 0.2974}, "3 600 blocks, IoU of boundaries 0.297", "codec finer 48 %"},
		{Codec{Known: true, Blocks: 3600, QP: 20.25, HasQP: true, Compared: true, Finer: 0.5, Coarser: 0.3, IoU: 0.2974}, "3 600 blocks, IoU of boundaries 0.297", "codec finer 50 %"},
	} {
		texts.update(c.of)
		if texts.coded != c.coded || c.finer != "" && texts.kinds[agreement.CodecFiner] != c.finer {
			t.Errorf("%+v: %q, %q", c.of, texts.coded, texts.kinds)
		}
		if n := testing.AllocsPerRun(5, func() { texts.update(c.of) }); n != 0 {
			t.Errorf("%v allocations for the same status", n)
		}
	}
}
