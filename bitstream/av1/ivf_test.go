package av1

import (
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/tests/platform"
)

// readIVF returns the packets of an IVF file.
func readIVF(path string) (packets [][]byte, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) < 32 || string(data[:4]) != "DKIF" {
		return nil, fmt.Errorf("%s: no IVF", path)
	}
	for data = data[32:]; len(data) >= 12; {
		n := int(binary.LittleEndian.Uint32(data))
		packets = append(packets, data[12:12+n])
		data = data[12+n:]
	}
	return packets, nil
}

// packetsOf returns the packets of a video of any format.
func packetsOf(t testing.TB, path string) [][]byte {
	t.Helper()
	if filepath.Ext(path) != ".ivf" {
		to := filepath.Join(t.TempDir(), "a.ivf")
		out, err := exec.Command("ffmpeg", "-v", "error", "-y", "-i", path, "-map", "0:v:0", "-c", "copy", to).CombinedOutput()
		platform.Missing(t, err)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		path = to
	}
	packets, err := readIVF(path)
	if err != nil {
		t.Fatal(err)
	}
	return packets
}

// features counts what pictures use.
type features map[string]int

// of counts the features of a picture.
func (f features) of(p *Picture) {
	add := func(name string, on bool) {
		if on {
			f[name]++
		}
	}
	f[fmt.Sprintf("frame type %d", p.Type)]++
	s := p.Sequence
	f[fmt.Sprintf("%d bits", s.BitDepth)]++
	f[fmt.Sprintf("subsampling %d %d, monochrome %t", s.SubX, s.SubY, s.Monochrome)]++
	add("superblocks of 128", s.Superblock128)
	add("superres", p.SuperresDenom != superresUnit)
	add("lossless", p.codedLossless)
	add("some segments lossless", !p.codedLossless && p.Lossless != [8]bool{})
	add("segmentation", p.Segmentation.Enabled)
	add("segmentation, temporal update", p.Segmentation.TemporalUpdate)
	add("segmentation, no update of the map", p.Segmentation.Enabled && !p.Segmentation.UpdateMap)
	add("segmentation before skip", p.Segmentation.preSkip)
	add("delta q", p.deltaQ)
	add("delta lf", p.deltaLF)
	add("delta lf multi", p.deltaLFMulti)
	add("tiles", len(p.Tiles) > 1)
	add("reduced tx set", p.reducedTxSet)
	add("no tx select", !p.txSelect)
	add("projected motion", p.useRefMVs)
	add("no adaption", !p.adapt)
	add("no update of distributions", !p.updateCDFs)
	add("error resilient", p.ErrorResilient && p.Type != KeyFrame)
	add("integer vectors", p.IntegerMV && !p.Type.intra())
	add("high precision vectors", p.highPrecision)
	add("hidden", !p.Show)
	add("smaller than the sequence", p.UpscaledWidth != s.Width || p.Height != s.Height)
	add("size of a reference", p.sizeOverride && !p.Type.intra())
	for _, g := range p.global {
		add(fmt.Sprintf("global motion %d", g.kind), g.kind > 0)
	}
	for _, kind := range p.restoration {
		add(fmt.Sprintf("restoration %d", kind), kind > 0)
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		f[fmt.Sprintf("block %d×%d", b.Size.Width(), b.Size.Height())]++
		f[fmt.Sprintf("mode %d", b.Mode)]++
		for feature, name := range map[int]string{segmentRef: "reference", segmentSkip: "skip", segmentGlobalMV: "global motion"} {
			add("block with the segment feature "+name, p.Segmentation.Enabled && p.Segmentation.Features[b.Segment].Enabled>>feature&1 == 1)
		}
		add("lossless block beside others", !p.codedLossless && p.Lossless[b.Segment])
		add("global motion of kind "+fmt.Sprint(p.global[max(b.Ref[0], 0)].kind), b.Mode == GlobalMV)
		add("skip mode", b.SkipMode)
		add("palette", b.PaletteY > 0)
		add("palette of chroma", b.PaletteUV > 0)
		add("intra block copy", b.IntraBC)
		add("filter intra", b.Filter >= 0)
		add("chroma from luma", b.Chroma && !b.Inter && b.UVMode == CfLPred)
		add("OBMC", b.Motion == OBMC)
		add("local warp", b.Motion == LocalWarp)
		add("inter-intra", b.InterIntra)
		add("dual filter", b.Filters[0] != b.Filters[1])
		add(fmt.Sprintf("compound %d", b.Compound), b.Ref[1] > 0)
	}
	for i := range p.Transforms {
		f[fmt.Sprintf("transform %d×%d", p.Transforms[i].Size.Width(), p.Transforms[i].Size.Height())]++
		f[fmt.Sprintf("transform type %d", p.Transforms[i].Type)]++
	}
}

// TestFolder parses the videos of a folder, which FFKVADRAT_AV1 names.
func TestFolder(t *testing.T) {
	folder := os.Getenv("FFKVADRAT_AV1")
	if folder == "" {
		return // the small clips of the other tests are parsed in any case
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*"))
	all := features{}
	streams, tiles, bytes := 0, 0, 0
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var p Parser
			for i, packet := range packetsOf(t, path) {
				picture, err := p.Read(packet)
				if err != nil {
					t.Fatalf("packet %d: %v", i, err)
				}
				if picture != nil {
					all.of(picture)
					tiles += len(picture.Tiles)
					bytes += len(packet)
					picture.Release()
				}
			}
			streams++
		})
	}
	t.Logf("%d of %d streams, %d tiles in %d bytes", streams, len(paths), tiles, bytes)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%8d %s", all[name], name)
	}
}
