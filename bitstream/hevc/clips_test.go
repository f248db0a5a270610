package hevc

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/tests/clips"
)

// A clip is a small video that libx265 encodes with these parameters.
type clip struct {
	name, pixels, params string
}

// videos has a clip for each tool of libx265 that the syntax shows.
var videos = []clip{
	{"plain", "yuv420p", "weightp=1:weightb=1:overscan=crop:videoformat=pal:range=full:colorprim=bt709:chromaloc=2:display-window=2,2,4,4"},
	{"ctu16", "yuv420p", "ctu=16:min-cu-size=8:max-tu-size=16:slices=3:ref=4"},
	{"ctu32", "yuv420p", "ctu=32:min-cu-size=16:max-tu-size=8:no-wpp=1"},
	{"cu64", "yuv420p", "ctu=64:min-cu-size=32:qp=51:max-merge=1:temporal-mvp=0:strong-intra-smoothing=0:deblock=-3,4"},
	{"deep", "yuv420p", "tu-intra-depth=4:tu-inter-depth=4:rect=1:amp=1:rd=5:limit-modes=0"},
	{"rect", "yuv420p", "ctu=32:rect=1:amp=1:bframes=0:qp=1"},
	{"tskip", "yuv420p", "tskip=1:crf=8:signhide=0:sao=0"},
	{"lossless", "yuv420p", "lossless=1"},
	{"cu-lossless", "yuv420p", "cu-lossless=1:crf=4:rd=5:constrained-intra=1:b-intra=1"},
	{"open", "yuv420p", "open-gop=1:keyint=4:min-keyint=2:b-pyramid=1:bframes=3:b-adapt=0:radl=0:log2-max-poc-lsb=4"},
	{"radl", "yuv420p", "open-gop=0:keyint=5:bframes=3:b-adapt=0:radl=2:scaling-list=default"},
	{"headers", "yuv420p", "repeat-headers=1:aud=1:hrd=1:vbv-maxrate=900:vbv-bufsize=900:keyint=4:hash=1:opt-qp-pps=1:opt-ref-list-length-pps=1"},
	{"groups8", "yuv420p", "aq-mode=2:aq-strength=3:qg-size=8:ctu=64"},
	{"groups16", "yuv420p", "aq-mode=3:aq-strength=2:qg-size=16:ctu=32:cbqpoffs=5:crqpoffs=-7"},
	{"layers", "yuv420p", "temporal-layers=1:bframes=3:b-adapt=0:max-merge=5:ref=5"},
	{"refresh", "yuv420p", "intra-refresh=1:keyint=4:no-deblock=1:selective-sao=2"},
	{"main10", "yuv420p10le", "aq-mode=2:qg-size=16"},
	{"main12", "yuv420p12le", "crf=2"},
	{"gray", "gray", "tskip=1:crf=9"},
	{"gray12", "gray12le", ""},
	{"422", "yuv422p", "tskip=1:crf=6:tu-intra-depth=3:tu-inter-depth=3"},
	{"422-10", "yuv422p10le", "ctu=16:crf=12"},
	{"422-12", "yuv422p12le", "rect=1:amp=1"},
	{"444", "yuv444p", "tskip=1:crf=6:tu-intra-depth=3:rd=5"},
	{"444-10", "yuv444p10le", "ctu=32:crf=15:tu-inter-depth=3"},
	{"444-12", "yuv444p12le", "cu-lossless=1:crf=9"},
	{"gbr", "gbrp", "lossless=1"},
}

// frames is the number of each clip's frames.
const frames = 8

// encoded has the clips' byte streams, each of which libx265 makes once.
var encoded = make([]struct {
	sync.Mutex
	stream []byte
}, len(videos))

// streamOf returns the byte stream of a clip.
func streamOf(t testing.TB, index int) []byte {
	t.Helper()
	e, c := &encoded[index], videos[index]
	e.Lock()
	defer e.Unlock()
	if e.stream == nil {
		params := strings.TrimSuffix("log-level=none:pools=1:frame-threads=1:"+c.params, ":")
		path := clips.Make(t, c.name+".hevc", "-f", "lavfi", "-i", source, "-frames:v", strconv.Itoa(frames), "-pix_fmt", c.pixels,
			"-c:v", "libx265", "-preset", "superfast", "-x265-params", params, "-f", "hevc")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e.stream = data
	}
	return e.stream
}

// streams returns the byte streams of all clips.
func streams(t testing.TB) (all [][]byte) {
	t.Helper()
	for i := range videos {
		all = append(all, streamOf(t, i))
	}
	return all
}

// source is what the clips show: it moves, has noise and flat areas, and fades.
const source = "testsrc2=size=208x120:rate=25,noise=alls=9:allf=t,fade=t=out:st=0.1:d=0.4,setsar=7/5"

// eachClip runs a test for each clip.
func eachClip(t *testing.T, test func(t *testing.T, c clip, stream []byte)) {
	for i, c := range videos {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			test(t, c, streamOf(t, i))
		})
	}
}
