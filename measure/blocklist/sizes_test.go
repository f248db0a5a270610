package blocklist_test

import (
	"testing"

	"ffkvadrat/measure/blocklist"
	"ffkvadrat/tests/clips"
)

// TestCodedBytes: the bits of a frame's blocks are in the bytes of that frame, also where its packet only shows it.
func TestCodedBytes(t *testing.T) {
	path := clips.Make(t, "hidden.ivf", "-f", "lavfi", "-i", "testsrc2=duration=1.44:rate=25:size=208x120,noise=alls=9:allf=t", "-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "40", "-g", "12", "-lag-in-frames", "16")
	data, _, _ := listed(t, "a.ndjson", blocklist.Options{Path: path})
	header, frames := linesOf(t, data)
	bits := -1
	for i, name := range header["block_fields"].([]any) {
		if name == "bits" {
			bits = i
		}
	}
	early, parts := 0, 0
	for _, f := range frames {
		sum := 0
		for _, b := range f.Blocks {
			sum += number(b[bits])
		}
		size := f.Bytes
		if f.Coded != 0 {
			size = f.Coded
		}
		if sum > 8*size || f.Coded == f.Bytes {
			t.Errorf("frame %d: %d bits in blocks of %d bytes, the packet has %d", f.Index, sum, f.Coded, f.Bytes)
		}
		switch {
		case f.Coded > f.Bytes:
			early++
		case f.Coded > 0:
			parts++
		}
	}
	if early == 0 || parts == 0 {
		t.Errorf("%d frames are coded before, %d are parts of their packets", early, parts)
	}
}
