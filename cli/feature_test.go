package cli

import (
	"bytes"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/feature"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv/channel"
)

// TestFeatureExportEqualsFFmpeg compares the quads and means of a clip with
// those of the test's own builder, on samples decoded by the ffmpeg command.
func TestFeatureExportEqualsFFmpeg(t *testing.T) {
	const file = "../samples/tiny-420.mp4"
	args := []string{"--engine", "cpu", "--variant", "feature", "--features", "yuv", "-t", "0.003", file}
	doc, err := quadfile.Read(bytes.NewReader(exportFile(t, args...)))
	if err != nil {
		t.Fatal(err)
	}
	raw := startDecode(t, file, strconv.Itoa(doc.Header.Source.StreamIndex), "yuv420p")
	for i, f := range doc.Frames {
		raw.next(t, f.Width, f.Height)
		c := colours{frame: raw.frame, width: f.Width, height: f.Height, limit: 805208} // ⌊0.003·16383²⌋
		c.visit(0, 0, 10)
		if !slices.Equal(f.Quads, c.quads) || !slices.Equal(f.Means, c.means) {
			t.Fatalf("frame %d: %d quads, an independent builder has %d, or others", i, len(f.Quads), len(c.quads))
		}
	}
}

// colours is written from the definition alone.
type colours struct {
	frame         []byte // yuv420p
	width, height int
	limit         int
	quads         []quadpyramid.Quad
	means         []feature.Mean
}

func (c *colours) visit(x, y, level int) (mean [3]int, whole bool) {
	if x >= c.width || y >= c.height {
		return mean, false
	}
	if level == 0 {
		luma, chroma := c.width*c.height, (c.width+1)/2
		at := luma + y/2*chroma + x/2
		for i, v := range [3]byte{c.frame[y*c.width+x], c.frame[at], c.frame[at+chroma*((c.height+1)/2)]} {
			mean[i] = (int(v)*16383 + 127) / 255
		}
		c.add(x, y, 0, mean)
		return mean, true
	}
	start, half := len(c.quads), 1<<(level-1)
	whole = true
	var four [4][3]int
	for i := range four {
		var is bool
		four[i], is = c.visit(x+i%2*half, y+i/2*half, level-1)
		whole = whole && is
	}
	deviation := 0
	for i := range mean {
		mean[i] = (four[0][i] + four[1][i] + four[2][i] + four[3][i] + 2) / 4
		for _, f := range four {
			deviation += (f[i] - mean[i]) * (f[i] - mean[i])
		}
	}
	if !whole || deviation > c.limit {
		return mean, false
	}
	c.quads, c.means = c.quads[:start], c.means[:start]
	c.add(x, y, level, mean)
	return mean, true
}

func (c *colours) add(x, y, level int, mean [3]int) {
	c.quads = append(c.quads, quadpyramid.NewQuad(x, y, level))
	c.means = append(c.means, feature.NewMean(channel.Vector{uint16(mean[0]), uint16(mean[1]), uint16(mean[2])}))
}
