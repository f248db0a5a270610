package decode

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/asticode/go-astiav"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/pairs"
)

// coders are all codecs that the ffmpeg command writes and that have inter frames, with four groups of
// pictures, and some intra codecs.
var coders = []struct{ name, args, in string }{ // in is a container that takes the codec, NUT if empty
	{"mpeg1", "-c:v mpeg1video -bf 2", ""},
	{"mpeg2", "-c:v mpeg2video -bf 2", ""},
	{"mpeg4", "-c:v mpeg4 -bf 2", ""},
	{"mpeg4p", "-c:v mpeg4", ""},
	{"xvid", "-c:v libxvid", ""},
	{"msmpeg4v2", "-c:v msmpeg4v2", ""},
	{"msmpeg4v3", "-c:v msmpeg4", ""},
	{"wmv1", "-c:v wmv1", ""},
	{"wmv2", "-c:v wmv2", ""},
	{"h261", "-c:v h261 -s 176x144", ""},
	{"h263", "-c:v h263 -s 128x96", ""},
	{"h263p", "-c:v h263p -s 128x96", ""},
	{"flv1", "-c:v flv", ""},
	{"svq1", "-c:v svq1", ""},
	{"h264", "-c:v libx264 -bf 2", ""},
	{"h264open", "-c:v libx264 -bf 2 -x264-params open-gop=1", ""},
	{"h264refresh", "-c:v libx264 -x264-params intra-refresh=1", ""},
	{"hevc", hevcFast + ":keyint=15:min-keyint=15:scenecut=0:bframes=2", ""},
	{"vp8", vp8Fast, ""},
	{"vp9", vp9Fast, ""},
	{"av1", "-c:v libsvtav1 -preset 12 -s 176x144", "mkv"},
	{"theora", "-c:v libtheora", ""},
	{"ffv1", "-c:v ffv1 -level 1", ""},
	{"snow", "-c:v snow -strict -2", ""},
	{"cinepak", "-c:v cinepak", ""},
	{"msvideo1", "-c:v msvideo1 -pix_fmt rgb555", ""},
	{"rpza", "-c:v rpza", ""},
	{"qtrle", "-c:v qtrle", "mov"},
	{"zmbv", "-c:v zmbv", ""},
	{"flashsv", "-c:v flashsv", ""},
	{"flashsv2", "-c:v flashsv2", "flv"},
	{"gif", "-c:v gif", ""},
	{"png", "-c:v png", ""},
	{"mjpeg", "-c:v mjpeg", ""},
	{"huffyuv", "-c:v huffyuv", ""},
	{"prores", "-c:v prores_ks", ""},
}

// lies are wrong statements of containers about packets: n is the packet, key whether it is a key
// frame.
var lies = []struct {
	name string
	key  func(n int, key, before bool) bool
}{
	{"all are key frames", func(int, bool, bool) bool { return true }},
	{"the one after a key frame is one", func(n int, _, before bool) bool { return n == 0 || before }},
}

// muxers are the muxers of containers in [indexed] that store packet flags.
var muxers = []string{"mp4", "mov", "matroska", "avi", "mpegts", "nut", "flv", "asf", "mxf"}

// TestSeeksDoNotBelieveContainers: whatever containers say about key frames, a seek leads to the frame
// of the full decode.
func TestSeeksDoNotBelieveContainers(t *testing.T) {
	hash := maphash.MakeSeed()
	takes := map[string]int{}
	cases := map[int][][]int{} // by coder: muxer, lie, frame and kind of seek
	for c := range pairs.Cases(len(coders), len(muxers), len(lies), len(freshFrames), len(freshSeeks)) {
		cases[c[0]] = append(cases[c[0]], c[1:])
	}
	for i, c := range coders {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2.4", "-g", "15"}, strings.Fields(c.args)...)
			path := clips.Make(t, "a."+cmp.Or(c.in, "nut"), args...)
			written := 0
			type file struct {
				path string
				all  []print // empty if the container does not support the codec
			}
			files := map[[2]int]file{}
			for _, c := range cases[i] {
				muxer, lie := muxers[c[0]], lies[c[1]]
				f, made := files[[2]int{c[0], c[1]}]
				if !made {
					var err error
					if f.path, err = remux(t, path, muxer, lie.key); err == nil && openError(f.path) == nil {
						f.all = linearPrints(t, hash, f.path)
						written++
						takes[muxer]++
					}
					files[[2]int{c[0], c[1]}] = f
				}
				if len(f.all) > 0 {
					checkFreshSeek(t, muxer+", "+lie.name, hash, f.path, f.all, freshFrames[c[2]], freshSeeks[c[3]])
				}
			}
			if written == 0 {
				t.Error("no container takes it")
			}
		})
	}
	for _, muxer := range muxers {
		if takes[muxer] == 0 {
			t.Errorf("%s takes no codec", muxer)
		}
	}
}

// freshFrames are the targets of seeks by new decoders; -1 is the last frame.
var freshFrames = []int{2, 16, 29, 40, -1}

// freshSeeks are the kinds of seeks.
var freshSeeks = []string{"SeekTime", "SeekIndex", "SeekKey"}

// checkFreshSeeks seeks to some frames, each with a new decoder.
func checkFreshSeeks(t *testing.T, hash maphash.Seed, path string) {
	t.Helper()
	all := linearPrints(t, hash, path)
	for c := range pairs.Cases(len(freshFrames), len(freshSeeks)) {
		checkFreshSeek(t, filepath.Base(path), hash, path, all, freshFrames[c[0]], freshSeeks[c[1]])
	}
}

func checkFreshSeek(t *testing.T, what string, hash maphash.Seed, path string, all []print, n int, seek string) {
	t.Helper()
	if n < 0 || n >= len(all) {
		n = len(all) - 1
	}
	v := open(t, path)
	defer v.Close()
	var err error
	switch seek {
	case "SeekTime":
		err = v.SeekTime(all[n].time - all[0].time)
	case "SeekIndex":
		err = v.SeekIndex(int64(n))
	case "SeekKey":
		if err = v.SeekKey(all[n].time - all[0].time); errors.Is(err, ErrNotSeekable) {
			return
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	f := next(t, v)
	defer f.Release()
	if got := printOf(hash, f); seek == "SeekKey" && !slices.Contains(all, got) {
		t.Errorf("%s: SeekKey to frame %d leads to %+v, which the full decode does not have", what, n, got)
	} else if seek != "SeekKey" && got != all[n] {
		t.Errorf("%s: %s to frame %d leads to %+v, want %+v", what, seek, n, got, all[n])
	}
}

// remux copies a file's packets into another container, with key deciding which of them are key frames.
func remux(t *testing.T, path, muxer string, key func(n int, key, before bool) bool) (string, error) {
	t.Helper()
	in, err := openInput(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	d, err := openDemuxer(in)
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	name := filepath.Join(t.TempDir(), "a."+muxer)
	out, err := astiav.AllocOutputFormatContext(nil, muxer, name)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Free()
	stream := out.NewStream(nil)
	if err := d.current().CodecParameters().Copy(stream.CodecParameters()); err != nil {
		t.Fatal(err)
	}
	stream.CodecParameters().SetCodecTag(0)
	stream.SetTimeBase(astiav.NewRational(1, 25))
	stream.SetAvgFrameRate(astiav.NewRational(25, 1))
	stream.SetRFrameRate(astiav.NewRational(25, 1))
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	pb, err := astiav.AllocIOContext(1<<16, true, nil, file.Seek, file.Write)
	if err != nil {
		t.Fatal(err)
	}
	out.SetPb(pb)
	defer pb.Free()
	if err := out.WriteHeader(nil); err != nil {
		return "", err
	}
	before := false
	for n := 0; d.read() == nil; n++ {
		is := d.pkt.Flags().Has(astiav.PacketFlagKey)
		d.pkt.SetFlags(d.pkt.Flags().Del(astiav.PacketFlagKey))
		if key(n, is, before) {
			d.pkt.SetFlags(d.pkt.Flags().Add(astiav.PacketFlagKey))
		}
		before = is
		d.pkt.RescaleTs(d.current().TimeBase(), stream.TimeBase())
		d.pkt.SetStreamIndex(0)
		d.pkt.SetPos(-1)
		if err := out.WriteInterleavedFrame(d.pkt); err != nil {
			return "", err
		}
	}
	return name, out.WriteTrailer()
}
