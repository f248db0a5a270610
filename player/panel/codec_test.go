package panel

import (
	"strings"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
)

// TestCodecTexts: the legend of blocks says what the colours show, and what is not known; it changes
// with the status.
func TestCodecTexts(t *testing.T) {
	var texts codecTexts
	untold := partition.Told{partition.Intra: true, partition.Inter: true} // as FFmpeg tells them
	allTold := partition.Told{partition.Intra: true, partition.Inter: true, partition.Skipped: true}
	known := Codec{Known: true, Vectors: 9, Frames: [2]CodedFrame{{Blocks: 3600, Type: 'P', Size: decode.Size{Bytes: 12345}, QP: 20.25, HasQP: true, Least: 18, Most: 34, Told: untold}}, BlockScale: BlockScale{Low: 18, High: 34, Coarsest: 45}}
	with := func(change func(c *Codec)) Codec {
		c := known
		change(&c)
		return c
	}
	beside := func(c *Codec, scale BlockScale) {
		c.Beside, c.Frames[1], c.BesideScale = true, CodedFrame{Type: '?', QP: 30.5, HasQP: true, Told: untold}, scale
	}
	for _, c := range []struct {
		of   Codec
		want string // parts of the texts, in order
	}{
		{with(func(c *Codec) { c.Low, c.High = 10, 10 }), "QP of blocks, the frame's range so far|QP 10|in all blocks|Once the timeline"},
		{with(func(c *Codec) { c.Low, c.High, c.OfAll = 10, 10, true }), "QP of blocks, the video's range|QP 10|in all blocks"},
		{with(func(c *Codec) {
			c.Frames[0].Told, c.Frames[0].Types, c.Frames[0].CodedQP = allTold, [partition.TypeCount]float64{0, 0.25, 0.25, 0.5}, partition.Number{Value: 27.25, Known: true}
		}), "18 fine|mean 20.2|34 coarse|fainter: skipped blocks; mean of coded blocks 27.2|Skipped blocks code no difference"},
		{with(func(c *Codec) { c.Frames[0].Told, c.Frames[0].Types[partition.Skipped] = allTold, 1 }), "34 coarse|fainter: skipped blocks|Skipped"},
		{with(func(c *Codec) {
			beside(c, c.BlockScale)
			c.Frames[0].CodedQP, c.Frames[1].CodedQP = partition.Number{Value: 21, Known: true}, partition.Number{Value: 33, Known: true}
			c.Frames[0].Told, c.Frames[1].Told, c.Frames[1].Types[partition.Skipped] = allTold, allTold, 0.5
		}), "fainter: skipped blocks; mean of coded blocks A 21.0, B 33.0"},
		{with(func(c *Codec) { // B's has its skipped blocks
			beside(c, c.BlockScale)
			c.Frames[0].CodedQP, c.Frames[1].CodedQP = partition.Number{Value: 21, Known: true}, partition.Number{Value: 33, Known: true}
			c.Frames[0].Told, c.Frames[0].Types[partition.Skipped] = allTold, 0.5
		}), "fainter: skipped blocks; mean of coded blocks A 21.0|Skipped blocks"},
		{known, "QP of blocks, the frame's range so far|3 600 blocks|P frame · 12 345 bytes · QP 20.2 (18–34)|18 fine|mean 20.2|34 coarse"},
		{with(func(c *Codec) { c.OfAll = true }), "QP of blocks, the video's range|3 600 blocks||18 fine|mean 20.2|34 coarse"},
		{with(func(c *Codec) { c.By, c.OfAll = overlay.ByFrameQuantiser, true }), "QP of blocks, the frame's range|3 600 blocks||18 fine|mean 20.2|34 coarse"},
		{with(func(c *Codec) { c.Frames[0].Size = decode.Size{Bytes: 13816, Of: decode.CodedBefore} }), "P frame · 13 816 bytes, coded before · QP 20.2"},
		{with(func(c *Codec) { c.Coarsest = 62 }), "MPEG-2's scale, the frame's range|34 coarse"},
		{with(func(c *Codec) { c.Frames[0].HasQP, c.Traced = false, true }), "not known: the trace has no type QP"},
		{with(func(c *Codec) { c.Frames[0].Blocks = 0 }), "no blocks are known of this frame|QP of the whole frame: 20.25"},
		{with(func(c *Codec) { c.Frames[0].Blocks, c.Coarsest, c.Frames[0].QP = 0, 220, 89 }), "QP of the whole frame: 89, 0 to 255"},
		{with(func(c *Codec) { c.Coarsest = 220 }), "QP of blocks, 0 to 255"},
		{with(func(c *Codec) { c.Known, c.Missing = false, "no blocks of frame 7" }), "no blocks of frame 7"},
		{with(func(c *Codec) { c.Compared, c.Alike, c.Finer, c.Coarser, c.IoU = true, 0.224, 0.476, 0.3, 0.2974 }), "alike 22.4 %|codec finer 47.6 %|quads finer 30.0 %|IoU of boundaries 0.297"},
		{with(func(c *Codec) { c.Compared, c.Finer, c.Coarser, c.IoU = true, 0.5, 0.3, 0.2974 }), "codec finer 50.0 %"},
		{with(func(c *Codec) {
			c.By, c.Frames[0].Types = overlay.ByType, [partition.TypeCount]float64{0, 0.25, 0.75, 0}
		}), "I: intra 25.0 %|M: inter 75.0 %|S: skip –|FFmpeg does not tell skipped blocks: they count as inter."},
		{with(func(c *Codec) {
			c.By, c.Traced, c.Frames[0].Types = overlay.ByType, true, [partition.TypeCount]float64{0.5, 0, 0.25, 0.25}
			c.Frames[0].Told = partition.Told{partition.Inter: true, partition.Skipped: true}
		}), "I: intra –|M: inter 25.0 %|S: skip 25.0 %|unknown 50.0 %"},
		{with(func(c *Codec) {
			c.By, c.Frames[0].Told, c.Frames[0].Types = overlay.ByType, allTold, [partition.TypeCount]float64{0, 0.25, 0.5, 0.25}
		}), "I: intra 25.0 %|M: inter 50.0 %|S: skip 25.0 %"},
		{with(func(c *Codec) { c.By, c.Frames[0].Types = overlay.ByType, [partition.TypeCount]float64{1} }), "not known: FFmpeg"},
		{with(func(c *Codec) { c.By = overlay.ByBits }), "not known: FFmpeg reports bits only of whole frames"},
		{with(func(c *Codec) {
			c.By, c.Frames[0].Rate, c.Frames[0].HasRate, c.Low, c.High = overlay.ByBits, 12, true, 5, 2000
		}), "Bits for 16×16 pixels, log scale|≤ 5|≥ 2 000|50|200|mean 12; intra 0.0 % of area, 0.0 % of bits|Zoomed in, blocks with at least the frame's mean|Click"},
		{with(func(c *Codec) { c.Motion, c.Zoom = true, 1 }), "32 px of motion"},
		{with(func(c *Codec) { c.Motion, c.Zoom, c.Vectors, c.Drawn, c.Moving = true, 1, 10386, 312, 3480 }), "32 px of motion|to its source;|312 of 3 480 moving vectors (6 906 more are 0): the longest in each square.|Click"},
		{with(func(c *Codec) { c.Motion, c.Zoom, c.Times = true, 1, 4 }), "8 px of motion, ×4|in the direction of its source, ×4 as long as the motion; dots are shorter than 0.50 px"},
		{with(func(c *Codec) { c.Motion, c.Zoom, c.Vectors, c.Drawn, c.Moving = true, 1, 205, 57, 205 }), "its source;|57 of 205 moving vectors: the longest"},
		{with(func(c *Codec) { c.Motion, c.Zoom, c.Vectors, c.Drawn, c.Moving = true, 1, 9, 1, 1 }), "its source;|1 moving vector (8 more are 0).|Click"},
		{with(func(c *Codec) { c.By, c.Motion = overlay.ByNothing, false }), "Codec blocks|3 600 blocks|P frame"},
		{with(func(c *Codec) { c.Motion, c.Zoom = true, 9 }), "4 px of motion|from a square in the block"},
		{with(func(c *Codec) { c.Motion, c.Zoom = true, 9 }), "4 px of motion|shorter than 0.22 px"},
		{with(func(c *Codec) { c.Motion, c.Zoom = true, 0.8 }), "shorter than 2.5 px"},
		{with(func(c *Codec) { c.Motion, c.Zoom = true, 0.05 }), "shorter than 40 px"},
		{with(func(c *Codec) { c.Motion, c.Vectors = true, 0 }), "no motion vectors known of this frame"},
		{with(func(c *Codec) { c.Motion, c.Frames[0].Type = true, 'I'; c.Vectors = 0 }), "an I frame has no motion vectors"},
		{with(func(c *Codec) { c.Motion, c.Directed, c.Vectors, c.Zoom = true, true, 0, 1 }), "Dark lines with light edges: directions of intra prediction."},
		{with(func(c *Codec) { c.By, c.Frames[0].Rate, c.Frames[0].HasRate, c.Beside = overlay.ByBits, 12, true, true }), "B: 0 blocks|A: mean 12|B: not known: FFmpeg reports bits only"},
		{with(func(c *Codec) { c.By, c.Beside, c.Frames[1].HasRate = overlay.ByBits, true, true }), "≥ 34|A: not known: FFmpeg reports bits only"},
		{with(func(c *Codec) {
			c.By, c.Beside, c.Frames[0].Types = overlay.ByType, true, [partition.TypeCount]float64{0, 0.25, 0.75, 0}
		}), "I: intra 25.0 %|B: not known"},
		{with(func(c *Codec) {
			c.By, c.Beside, c.Frames[0].Types, c.Frames[1].Types, c.Frames[1].Blocks = overlay.ByType, true, [partition.TypeCount]float64{0, 0.25, 0.5, 0.25}, [partition.TypeCount]float64{0, 0.0001, 0.9999, 0}, 70
			c.Frames[0].Told, c.Frames[1].Told = allTold, untold
		}), "B: 70 blocks|I: intra  A 25.0 %  B < 0.1 %|M: inter  A 50.0 %  B 100.0 %|S: skip  A 25.0 %  B –|B: inter includes skip, which FFmpeg does not tell"},
		{with(func(c *Codec) {
			c.By, c.Frames[0].Told, c.Frames[0].HasRate = overlay.ByType, allTold, true
			c.Frames[0].Types, c.Frames[0].Bits = [partition.TypeCount]float64{0, 0.25, 0.5, 0.25}, [partition.TypeCount]float64{0, 0.8, 0.15, 0.05}
		}), "I: intra 25.0 % of area, 80.0 % of bits|M: inter 50.0 % of area, 15.0 % of bits|S: skip 25.0 % of area, 5.0 % of bits"},
		{with(func(c *Codec) {
			c.By, c.Frames[0].HasRate, c.Frames[0].Rate = overlay.ByBits, true, 26.4
			c.Frames[0].Types, c.Frames[0].Bits = [partition.TypeCount]float64{0, 0.25, 0.5, 0.25}, [partition.TypeCount]float64{0, 0.8, 0.15, 0.05}
		}), "mean 26; intra 25.0 % of area, 80.0 % of bits"},
		{with(func(c *Codec) { beside(c, BlockScale{18, 34, 45, false}) }), "QP of blocks, the frames' range|B: 0 blocks|AB|18 fine|A, B: means|34 coarse"},
		{with(func(c *Codec) { beside(c, BlockScale{20, 220, 220, false}) }), "QP of blocks, the frame's range|B: 0 blocks|A|18 fine|mean|34 coarse|B|20 fine|mean|220 coarse"},
		{with(func(c *Codec) { beside(c, BlockScale{20, 220, 220, true}); c.OfAll = true }), "QP of blocks, the videos' range|A|18 fine|mean|34 coarse|B|20 fine"},
		{with(func(c *Codec) { beside(c, BlockScale{20, 220, 220, true}) }), "QP of blocks|A: |A|18 fine|mean|34 coarse|B|20 fine"},
		{with(func(c *Codec) { beside(c, BlockScale{25, 36, 220, false}); c.By = overlay.ByFrameQuantiser }), "the frame's range|A: 3 600|A|18 fine|mean|34 coarse|B|25 fine|mean|36 coarse"},
		{with(func(c *Codec) { beside(c, BlockScale{20, 220, 220, false}); c.Frames[1].HasQP = false }), "A|18 fine|mean|34 coarse|B: not known: FFmpeg"},
		{with(func(c *Codec) { beside(c, BlockScale{20, 220, 220, false}); c.Frames[0].HasQP, c.Traced = false, true }), "A: 3 600|B|20 fine|mean|220 coarse|A: not known: the trace has no type QP"},
		{with(func(c *Codec) {
			c.By, c.Frames[0].Rate, c.Frames[0].HasRate, c.Beside, c.Frames[1].Rate, c.Frames[1].HasRate = overlay.ByBits, 12, true, true, 5, true
		}), "AB|A: mean 12; intra 0.0 %|B: mean 5|Click"},
		{with(func(c *Codec) { c.Both, c.Second, c.By, c.Motion = true, true, overlay.ByNothing, false }), "Outlines: codec blocks of B|3 600 blocks"},
		{with(func(c *Codec) { c.Both, c.By, c.Motion, c.Zoom = true, overlay.ByNothing, true, 1 }), "Outlines: codec blocks of A|3 600 blocks|32 px of motion"},
		{with(func(c *Codec) { c.Hidden = true }), ""},
		{Codec{}, ""},
	} {
		texts.update(c.of)
		all := strings.Join([]string{texts.title, texts.coded, texts.frame}, "|")
		for _, ramp := range texts.ramps {
			all += "|" + ramp.whose
			for _, mark := range ramp.means {
				all += mark.Name
			}
			for _, tick := range ramp.ticks {
				all += "|" + tick.Name
			}
		}
		if texts.coded != "" && !strings.Contains(texts.tip, "\n"+texts.coded+".\n") && !strings.HasPrefix(texts.tip, texts.coded+".\n") {
			t.Errorf("%+v: the tooltip %q lacks %q", c.of, texts.tip, texts.coded)
		}
		if equal := c.of.BesideScale == known.BlockScale; c.of.Beside && equal && len(texts.ramps) > 1 {
			t.Errorf("%+v: %d scales", c.of, len(texts.ramps))
		}
		for _, e := range texts.entries {
			all += "|" + e.Name
		}
		all += "|" + strings.Join(texts.notes, "|") + "|" + texts.length + "|" + texts.tip
		rest, ok := all, true
		for _, part := range strings.Split(c.want, "|") {
			var found bool
			_, rest, found = strings.Cut(rest, part)
			ok = ok && found
		}
		if !ok || (texts.title == "") != (c.want == "") {
			t.Errorf("%+v: %q, want %q", c.of, all, c.want)
		}
		if n := testing.AllocsPerRun(5, func() { texts.update(c.of) }); n != 0 {
			t.Errorf("%v allocations for the same status", n)
		}
	}
}

// TestCodecKey: a caption has the scale of the blocks' colours with its ends, or each colour with its name, and nothing if blocks are not
// coloured.
func TestCodecKey(t *testing.T) {
	var texts codecTexts
	c := Codec{Known: true, Opacity: 1, Frames: [2]CodedFrame{{Blocks: 9, Type: 'P', QP: 20, HasQP: true}}, BlockScale: BlockScale{Low: 18, High: 34}}
	texts.update(c)
	low, high := texts.ramps[0].ends()
	if key := texts.key(); len(key) != 4 || key[0].Text != texts.title || key[1].Text != low || len(key[2].Colours) != rampParts || key[2].Colours[0] == key[2].Colours[rampParts-1] || key[3].Text != high {
		t.Errorf("of QPs: %+v", key)
	}
	c.By, c.Frames[0].Types = overlay.ByType, [partition.TypeCount]float64{0, 0.25, 0.75, 0}
	texts.update(c)
	if key := texts.key(); len(key) != 1+2*len(texts.entries) || len(key) < 5 || len(key[1].Colours) != 1 || key[2].Text != texts.entries[0].Name {
		t.Errorf("of types: %+v", key)
	}
	c.By = overlay.ByNothing
	if texts.update(c); texts.key() != nil {
		t.Errorf("of outlines: %+v", texts.key())
	}
	if texts.update(Codec{Hidden: true}); texts.key() != nil {
		t.Errorf("without blocks: %+v", texts.key())
	}
}
