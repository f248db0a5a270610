package hevc

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/tests/clips"
)

// generated has the tools that libx265 does not use.
var generated = []tools{
	{name: "PCM", chroma: 1, depth: 8},
	{name: "quantiser", chroma: 1, depth: 8, delta: true, sao: true, hide: true},
	{name: "tiles", chroma: 1, depth: 8, columns: 3, rows: 2, delta: true, sao: true},
	{name: "tiles and segments", chroma: 1, depth: 10, columns: 2, rows: 2, segments: true, slices: true, sao: true, delta: true},
	{name: "segments", chroma: 1, depth: 8, segments: true, slices: true, delta: true, sao: true},
	{name: "slices", chroma: 2, depth: 8, slices: true, delta: true},
	{name: "wavefront", chroma: 1, depth: 8, wavefront: true, delta: true, sao: true},
	{name: "wavefront and Rice", chroma: 3, depth: 10, wavefront: true, adapt: true, delta: true},
	{name: "wavefront and segments", chroma: 1, depth: 8, wavefront: true, segments: true, delta: true},
	{name: "wavefront, slices and segments", chroma: 1, depth: 8, wavefront: true, segments: true, slices: true, delta: true, sao: true},
	{name: "wavefront and rows of tiles", chroma: 1, depth: 8, rows: 2, wavefront: true, delta: true},
	{name: "wavefront and tiles", chroma: 3, depth: 8, columns: 2, rows: 1, wavefront: true, adapt: true, delta: true},
	{name: "bypass", chroma: 1, depth: 8, lossless: true, skip: true, maxSkip: 2, hide: true, delta: true},
	{name: "skip", chroma: 3, depth: 8, skip: true, maxSkip: 4, context: true, hide: true},
	{name: "RDPCM", chroma: 3, depth: 8, skip: true, maxSkip: 3, lossless: true, implicit: true, explicit: true, hide: true},
	{name: "RDPCM 4:2:2", chroma: 2, depth: 10, skip: true, maxSkip: 4, lossless: true, implicit: true, explicit: true, context: true, hide: true},
	{name: "cross-component", chroma: 3, depth: 10, cross: true, delta: true, offsets: true},
	{name: "offsets", chroma: 2, depth: 8, delta: true, offsets: true, lossless: true},
	{name: "Rice", chroma: 3, depth: 12, adapt: true, skip: true, maxSkip: 2, lossless: true},
	{name: "bands", chroma: 3, depth: 10, sao: true, delta: true, lossless: true},
	{name: "4:0:0", chroma: 0, depth: 12, adapt: true, skip: true, maxSkip: 4, context: true, sao: true, delta: true},
	{name: "everything", chroma: 3, depth: 12, columns: 2, rows: 2, segments: true, lossless: true, skip: true, maxSkip: 4, hide: true,
		delta: true, sao: true, cross: true, offsets: true, context: true, implicit: true, explicit: true, adapt: true},
	{name: "extended", chroma: 3, depth: 16, extended: true, skip: true, maxSkip: 4, adapt: true, delta: true},
	{name: "extended without Rice", chroma: 2, depth: 16, extended: true, lossless: true},
	{name: "aligned", chroma: 3, depth: 16, aligned: true, extended: true, adapt: true, wavefront: true, lossless: true},
}

// TestGenerated: streams of random syntax parse to their ends, and to the blocks that were written. Their
// PCM samples, which come after other random syntax, are those that FFmpeg decodes: so FFmpeg, too, reads
// that syntax as it was written.
func TestGenerated(t *testing.T) {
	for i, tool := range generated {
		t.Run(tool.name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(6) {
				g := &generator{tools: tool, random: rand.New(rand.NewPCG(uint64(i), seed))}
				g.columns, g.rows = max(g.columns, 1), max(g.rows, 1)
				stream := g.parameterSets()
				var written []generator
				for poc := range 3 {
					units := g.picture(poc)
					stream = append(stream, units...)
					written = append(written, generator{cus: g.cus, pus: g.pus, tus: g.tus, pcm: g.pcm})
				}
				n := 0
				parsed(t, stream, func(p *Picture, _ []byte) {
					compareWritten(t, p, &written[n])
					checkTree(t, p)
					n++
				})
				if n != len(written) {
					t.Fatalf("%d pictures, want %d", n, len(written))
				}
				if decodes(tool) && seed < 2 {
					compareDecoded(t, g, stream, written)
				}
			}
		})
	}
}

// decodes reports whether FFmpeg decodes streams with these tools. FFmpeg 5.1 has neither extended
// precision nor bypass alignment, reads PCM samples of chroma in 4:0:0, too, and does not combine
// wavefronts with tiles.
func decodes(t tools) bool {
	return !t.extended && !t.aligned && t.chroma != 0 && !(t.wavefront && (t.columns > 1 || t.rows > 1))
}

func compareWritten(t *testing.T, p *Picture, w *generator) {
	t.Helper()
	if len(p.CUs) != len(w.cus) || len(p.PUs) != len(w.pus) || len(p.TUs) != len(w.tus) {
		t.Fatalf("picture %d: %d, %d and %d blocks; want %d, %d and %d", p.POC, len(p.CUs), len(p.PUs), len(p.TUs), len(w.cus), len(w.pus), len(w.tus))
	}
	bits, data := 0, 0
	for i := range w.cus {
		cu := p.CUs[i]
		bits += int(cu.Bits)
		if cu.Bits = 0; cu != w.cus[i] {
			t.Fatalf("picture %d: coding unit %+v, want %+v", p.POC, cu, w.cus[i])
		}
	}
	for i := range p.Segments {
		data += 8 * (p.Segments[i].end - p.Segments[i].begin)
	}
	if bits != data {
		t.Fatalf("picture %d: coding units of %d bits, data of %d", p.POC, bits, data)
	}
	for i := range w.pus {
		if p.PUs[i] != w.pus[i] {
			t.Fatalf("picture %d: prediction unit %+v, want %+v", p.POC, p.PUs[i], w.pus[i])
		}
	}
	for i := range w.tus {
		if p.TUs[i] != w.tus[i] {
			t.Fatalf("picture %d: transform unit %+v, want %+v", p.POC, p.TUs[i], w.tus[i])
		}
	}
}

// compareDecoded compares PCM samples with FFmpeg's.
func compareDecoded(t *testing.T, g *generator, stream []byte, written []generator) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "generated.hevc")
	if err := os.WriteFile(path, stream, 0o666); err != nil {
		t.Fatal(err)
	}
	raw := clips.Raw(t, "-threads", "1", "-f", "hevc", "-i", "file:"+path, "-fps_mode", "passthrough", "-f", "rawvideo")
	if g.depth == 8 { // two bytes each
		wide := make([]byte, 2*len(raw))
		for i, b := range raw {
			wide[2*i] = b
		}
		raw = wide
	}
	sub := [4][2]int{{}, {2, 2}, {2, 1}, {1, 1}}[g.chroma]
	for n := range written {
		for address, samples := range written[n].pcm {
			if samples == nil {
				continue
			}
			offset := 0
			for plane := range 3 {
				sx, sy := 1, 1
				if plane > 0 {
					if g.sao { // FFmpeg 5.1 filters some PCM samples of chroma
						break
					}
					sx, sy = sub[0], sub[1]
				}
				width, height := unitsWide*unitSize/sx, unitsHigh*unitSize/sy
				for j := range unitSize / sy {
					for i := range unitSize / sx {
						at := offset + (address/unitsWide*unitSize/sy+j)*width + address%unitsWide*unitSize/sx + i
						if 2*at+1 >= len(raw) {
							t.Fatalf("FFmpeg decodes %d bytes", len(raw))
						}
						if got := int(raw[2*at]) | int(raw[2*at+1])<<8; got != samples[0] {
							t.Fatalf("picture %d, unit %d, plane %d: FFmpeg's sample is %d, written was %d", n, address, plane, got, samples[0])
						}
						samples = samples[1:]
					}
				}
				offset += width * height
			}
		}
		pixels := unitsWide * unitsHigh * unitSize * unitSize
		raw = raw[2*(pixels+2*pixels/sub[0]/sub[1]):]
	}
}
