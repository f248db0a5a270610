package report

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/decode/visible"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/platform"
	"ffkvadrat/yuv/channel"
)

// A curve has the minimum and the maximum of each of its bins, and so keeps a single frame that
// stands out.
func TestCurve(t *testing.T) {
	rnd := rand.New(rand.NewPCG(18, 1))
	for _, n := range []int{1, 2, 3, mostBins - 1, mostBins, mostBins + 1, 2*mostBins - 1, 2 * mostBins, 2*mostBins + 1, 1000, 5000, 70001} {
		var c curve
		values := make([]float64, n)
		for i := range values {
			values[i] = 100 + rnd.NormFloat64()
			switch rnd.IntN(50) {
			case 0:
				values[i] = math.NaN()
			case 1:
				values[i] = math.Inf(1)
			}
		}
		values[n/2] = 9000
		values[n/3] = min(values[n/3], 1)
		if n == 1 {
			values[0] = 9000
		}
		known, infinite, sum := 0, 0, 0.0
		for i, v := range values {
			c.add(int64(i), v, false)
			switch {
			case math.IsInf(v, 1):
				infinite++
			case !math.IsNaN(v):
				known++
				sum += v
			}
		}
		if int(c.known) != known || int(c.infinite) != infinite || math.Abs(c.mean(false)-sum/float64(known)) > 1e-9*sum {
			t.Errorf("%d frames: %d known, %d infinite, mean %v", n, c.known, c.infinite, c.mean(false))
		}
		if len(c.bins) > mostBins || n > mostBins && len(c.bins) < mostBins/2 || n <= mostBins && c.width != 1 {
			t.Errorf("%d frames: %d bins of %d", n, len(c.bins), c.width)
		}
		for i, b := range c.bins {
			want := empty
			for j := i * int(c.width); j < min(n, (i+1)*int(c.width)); j++ {
				if v := values[j]; !math.IsNaN(v) && !math.IsInf(v, 0) {
					want.min, want.max = min(want.min, v), max(want.max, v)
				}
			}
			if b != want {
				t.Fatalf("%d frames: bin %d is %v, want %v", n, i, b, want)
			}
		}
		bins, low, high := slices.Clone(c.bins), c.min, c.max
		c.pack(true)
		data, err := base64.StdEncoding.DecodeString(c.packed)
		each := 2
		if c.width == 1 {
			each = 1
		}
		if err != nil || len(data) != each*len(bins) || c.bins != nil {
			t.Fatalf("%d frames: %d bytes, %v", n, len(data), err)
		}
		// The page's script does the same; a step is a byte's part of the whole.
		step := (high - low) / (steps - 1)
		for i, b := range bins {
			codes := data[each*i : each*(i+1)]
			if b == empty {
				if codes[0] != 0 || codes[each-1] != 0 {
					t.Errorf("%d frames: bin %d without a value is %d", n, i, codes)
				}
				continue
			}
			for _, end := range []struct {
				code byte
				want float64
			}{{codes[0], b.min}, {codes[each-1], b.max}} {
				if got := low + float64(end.code-1)*step; end.code < 1 || math.Abs(got-end.want) > step/2+1e-9 {
					t.Fatalf("%d frames: bin %d has %v, want %v", n, i, got, end.want)
				}
			}
		}
	}
}

// A small curve goes through the bins' ends, to its height's precision.
func TestSpark(t *testing.T) {
	var c curve
	for i, v := range []float64{0, 30, 10, 20} {
		c.add(int64(i), v, false)
	}
	c.pack(true)
	if want := (spark{"M0 30l0 0 1-30 1 20 1-10 0 0-1 10-1-20-1 30z", 3}); c.spark != want {
		t.Errorf("%+v, want %+v", c.spark, want)
	}
	var one curve
	one.add(0, 5, false)
	one.pack(true)
	if want := (spark{"M0 0h1", 1}); one.spark != want {
		t.Errorf("%+v, want %+v", one.spark, want)
	}
}

// The worst frames are those that a search of all frames finds, as long as each has its own bin.
func TestWorst(t *testing.T) {
	rnd := rand.New(rand.NewPCG(18, 2))
	for range 200 {
		n := 1 + rnd.IntN(mostBins)
		all := make([]bad, n)
		var w worst
		for i := range all {
			all[i] = bad{position{index: int64(i), time: float64(i) / 10}, float64(rnd.IntN(40)), 0}
			w.take(int64(i), all[i])
		}
		span := float64(n-1) / 10
		w.end(span)
		slices.SortStableFunc(all, func(a, b bad) int { return cmp.Compare(b.rank, a.rank) })
		var want []bad
		for _, b := range all {
			fits := len(want) < mostWorst
			for _, c := range want {
				fits = fits && math.Abs(b.time-c.time) >= min(1, span/10)
			}
			if fits {
				want = append(want, b)
			}
		}
		if !slices.Equal(w.list, want) {
			t.Fatalf("%d frames: %v, want %v", n, w.list, want)
		}
	}
	// In a long video the worst one is exact, and the others are apart.
	var w worst
	most := bad{rank: -1}
	for i := range 100000 {
		b := bad{position{index: int64(i), time: float64(i) / 25}, rnd.Float64(), 0}
		w.take(int64(i), b)
		if b.rank > most.rank {
			most = b
		}
	}
	w.end(4000)
	if len(w.list) != mostWorst || w.list[0] != most {
		t.Errorf("%v, want %v first", w.list, most)
	}
}

func TestNames(t *testing.T) {
	for file, want := range map[string]string{
		"a.mkv.ndjson": "a.mkv", "x/a.mkv.ndjson.zst": "x/a.mkv", "a.mkv.csv.gz": "a.mkv", "a.mkv.JSON": "a.mkv", "a.mkv.ffq": "a.mkv",
		"a.mkv.0123456789abcdef.ndjson": "a.mkv", "a.mkv.0123456789abcdef.ffq.zst": "a.mkv", "a.0123456789ABCDEF.csv": "a.0123456789ABCDEF", "a.0123456789abcde.csv": "a.0123456789abcde",
		"a.txt": "a.txt", ".ndjson": ".ndjson", "x/.csv": "x/.csv", "x/.0123456789abcdef.csv": "x/.0123456789abcdef.csv",
	} {
		if got := videoName(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	for text, want := range map[string]string{
		"plain": "plain", "a\nb\x1b": `a\nb\x1b`, "a\u202eb\u2066": `a\u202eb\u2066`, "\xff": `\xff`, "שלום 🎬 👩‍👩‍👧": "שלום 🎬 👩‍👩‍👧", "\u2028": `\u2028`, "<b>": "<b>",
	} {
		if got := visible.Text(text); got != want || !utf8.ValidString(got) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A shell returns a quoted name byte for byte; nothing in it affects a terminal into which it is
// pasted.
func TestQuoted(t *testing.T) {
	for _, name := range append(hostile, "", "plain.mp4", "with space.mp4", `back\slash`, "~user", "#1", "*?[a]", "a'b\nc\\d") {
		word := quoted(name)
		if strings.ContainsFunc(word, visible.Hidden) || !utf8.ValidString(word) {
			t.Errorf("%q: %q", name, word)
		}
		got, err := exec.Command("bash", "-c", "printf %s "+word).Output()
		platform.Missing(t, err)
		if want := strings.TrimPrefix(string(got), "./"); err != nil || want != name {
			t.Errorf("%q: the shell makes %q of %s, %v", name, got, word, err)
		}
	}
}

// settingsIn returns the settings of a header with an object about the analysis.
func settingsIn(t *testing.T, object string, wanted int) Settings {
	t.Helper()
	version := 1
	if strings.Contains(object, "each_frame") {
		version = 2
	}
	text := fmt.Sprintf(`{"format":"ffkvadrat-summary","version":%d,"source":{"stream_index":0,"width":16,"height":16,"time_base":"1/25"},"analysis":%s}`, version, object)
	h, err := quadfile.ReadRecordHeader([]byte(text), false)
	if err != nil {
		t.Fatal(object, err)
	}
	s, err := settingsOf(&h.Analysis, h.Text, wanted)
	if err != nil {
		t.Fatal(object, err)
	}
	return s
}

func TestSettings(t *testing.T) {
	for object, want := range map[string][3]string{ // words, flags, what cannot be expressed
		`{"variant":"edge-threshold","threshold":0.05,"operator":"sobel","planes":"y"}`:                                                                        {"sobel 0.05", "--threshold 0.05 --operator sobel", ""},
		`{"variant":"edge-threshold","threshold":5.0e-1,"operator":"range","planes":"y","low":0.10,"bounds":[0.20, 3e-1]}`:                                     {"range 0.10 to 5.0e-1, 3 classes", "--classes 0.10,0.20,3e-1,5.0e-1 --operator range", ""},
		`{"variant":"edge-threshold","threshold":0.5,"operator":"range","planes":"y","low":0.1,"invert":1}`:                                                    {"range 0.1 to 0.5, inverted", "--threshold 0.5 --operator range --low 0.1 --invert", ""},
		`{"variant":"edge-threshold","threshold":0.5,"operator":"cross","planes":"yuv","bounds":[0.1,0.2]}`:                                                    {"cross 0.5, all planes, 3 classes", "--classes 0,0.1,0.2,0.5 --operator cross --planes yuv", ""},
		`{"variant":"leaf-points","threshold":0.5,"operator":"range","planes":"y","low":0.05,"bounds":[0.1],"order":"morton"}`:                                 {"range 0.05 to 0.5, 2 classes", "--variant points --classes 0.05,0.1,0.5 --operator range", ""},
		`{"variant":"edge-threshold","threshold":0.5,"each_frame":1,"operator":"cross","planes":"alpha","min_size":4}`:                                         {"cross threshold of each frame, alpha, sizes from 4", "", "a threshold of each frame"},
		`{"variant":"common-feature","threshold":0.001,"features":"yuv","min_size":2,"max_size":64}`:                                                           {"yuv 0.001, sizes 2 to 64", "--variant feature --threshold 0.001 --features yuv --min-size 2 --max-size 64", ""},
		`{"variant":"common-feature","threshold":1,"features":"rgb","matrix":"bt709","range":"limited"}`:                                                       {"rgb 1", "--variant feature --threshold 1", ""},
		`{"variant":"leaf-points","threshold":1,"operator":"cross","planes":"y","order":"lines"}`:                                                              {"cross 1", "--variant points --threshold 1 --operator cross --order lines", ""},
		`{"variant":"template-hits","threshold":0.9,"template":{"width":2,"height":1,"depth":8,"range":"full","samples":"YWI="},"suppress":1,"order":"value"}`: {"0.9, template 2×1, best hits", "", "a template that is not a file"},
		`{"variant":"edge-threshold","threshold":0.1,"operator":"colour","features":"rgb","colours":[[16320,0,8]],"max_size":8}`:                               {"colour 0.1, in rgb, colour 16320,0,8, sizes to 8", "--threshold 0.1 --operator colour --colour COLOUR --max-size 8", ""},
		`{"variant":"edge-threshold","threshold":0,"operator":"box","features":"yuv","colours":[[0,0,0],[64,1,0]]}`:                                            {"box 0, in yuv, colour 0,0,0, colour 64,1,0", "--threshold 0 --operator box --features yuv --colour RANGE", ""},
		`{"variant":"edge-threshold","threshold":0.1,"operator":"cross","planes":"y","cube":16,"cuts":1}`:                                                      {"cross 0.1, cubes of 16 frames, cut at cuts", "--threshold 0.1 --operator cross --cube 16", ""},
		`{"variant":"edge-threshold","threshold":0.1,"operator":"cross","planes":"y","cube":16}`:                                                               {"cross 0.1, cubes of 16 frames", "", "cubes over cuts"},
		`{"variant":"edge-threshold","threshold":0.1,"operator":"cross","planes":"y","cube":16,"cuts":1,"every":5}`:                                            {"cross 0.1, cubes of 16 frames, cut at cuts, every 5", "", "cubes of every nth frame"},
		`{"variant":"edge-threshold","threshold":0.1,"operator":"cross","planes":"y","blur":2,"<b>":1}`:                                                        {"cross 0.1", "", `the setting "<b>", the setting "blur"`},
	} {
		s := settingsIn(t, object, 0)
		flags := "--no-session " + want[1]
		flags = strings.Replace(flags, "COLOUR", channel.Box{Low: channel.Vector{16320, 0, 8}, High: channel.Vector{16320, 0, 8}}.String(), 1)
		flags = strings.Replace(flags, "RANGE", channel.Box{High: channel.Vector{64, 1, 0}}.String(), 1)
		if want[2] != "" {
			s.flags, flags = nil, "" // they mean something else
		}
		if got := [3]string{s.Words, strings.Join(s.flags, " "), strings.Join(s.unsaid, ", ")}; got != [3]string{want[0], flags, want[2]} {
			t.Errorf("%s: %q, want %q", object, got, [3]string{want[0], flags, want[2]})
		}
		video := Video{Name: "a.mkv", Settings: s}
		if got := video.command(); (got == "") != (want[2] != "") || video.data().Unsaid != want[2] {
			t.Errorf("%s: the command %q", object, got)
		}
	}
	if s := settingsIn(t, `{"variant":"edge-threshold","threshold":1,"operator":"cross","planes":"y"}`, 500); strings.Join(s.unsaid, "") != "a threshold for a number of quads" {
		t.Errorf("%q", s.unsaid)
	}
	key := func(object string, wanted int) string {
		t.Helper()
		return settingsIn(t, object, wanted).key
	}
	edge := `{"variant":"edge-threshold","threshold":0.05,"operator":"sobel","planes":"y"}`
	if key(edge, 0) != key(`{"planes":"y", "operator":"sobel","threshold":0.05,"variant":"edge-threshold"}`, 0) {
		t.Error("the order of fields makes other settings")
	}
	if key(edge, 0) == key(strings.Replace(edge, "0.05", "0.06", 1), 0) || key(edge, 0) == key(edge, 1000) {
		t.Error("other settings are the same")
	}
	each := strings.Replace(edge, `,"operator"`, `,"each_frame":1,"operator"`, 1)
	if key(each, 0) != key(strings.Replace(each, "0.05", "0.06", 1), 0) {
		t.Error("a threshold that counts for none makes other settings")
	}
	rgb := `{"variant":"common-feature","threshold":1,"features":"rgb","matrix":"bt709","range":"limited"}`
	if key(rgb, 0) != key(`{"variant":"common-feature","threshold":1,"features":"rgb"}`, 0) {
		t.Error("the video's own tags make other settings")
	}
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 701: "ZZ", 702: "AAA"} {
		if got := letters(i); got != want {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}

// Videos are compared only with those of the same settings.
func TestOutliers(t *testing.T) {
	dir := t.TempDir()
	add := func(name string, threshold float64, n int) {
		put(t, dir, name+".ndjson", written(t, true, quadfile.NDJSON, streams.Plain, headerOf(name, threshold), framesOf(n, n)...))
	}
	for i := range 20 {
		add(fmt.Sprintf("usual-%02d", i), 0.05, 60+i)
	}
	for i := range 7 {
		add(fmt.Sprintf("few-%d", i), 0.02, 10)
	}
	add("few-outlier", 0.02, 250)
	add("high", 0.05, 250)
	add("low", 0.05, 5)
	add("other", 0.03, 200)
	c := gathered(t, dir)
	var got []string
	for _, o := range c.outliers() {
		got = append(got, o.Name+" "+factor(o.Ratio))
	}
	slices.Sort(got)
	if want := []string{"few-outlier 25×", "high 3.6×", "low 0.07×"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(c.Groups) != 3 || c.Groups[0].Videos != 22 || c.Groups[1].Videos != 8 || c.Groups[2].Videos != 1 {
		t.Errorf("%+v", c.Groups)
	}
	p := c.plot()
	sum := map[string]int{}
	for _, b := range p.Bars {
		var n int
		if _, err := fmt.Sscanf(b.Title[strings.Index(b.Title, ": ")+2:], "%d video", &n); err != nil {
			t.Fatal(b.Title)
		}
		sum[b.Letter] += n
		if b.X < plotLeft || b.X+b.Width > plotWidth || b.Y < 0 || b.Y+b.Height > plotBase {
			t.Errorf("%+v is outside", b)
		}
	}
	if sum["A"] != 22 || sum["B"] != 8 || sum["C"] != 1 {
		t.Errorf("%v videos in the plot", sum)
	}
}

// Distributions of all kinds have ticks within the picture, and each video is in a bar.
func TestPlot(t *testing.T) {
	for _, counts := range [][]int{{0}, {1}, {5}, {0, 0}, {3, 3}, {0, 200}, {1, 2, 3}, {199, 200}, {1, 10, 100, 200}, {0, 1}} {
		dir := t.TempDir()
		for i, n := range counts {
			put(t, dir, fmt.Sprintf("%d.ndjson", i), written(t, true, quadfile.NDJSON, streams.Plain, headerOf("x", 0.05), framesOf(n)...))
		}
		p := gathered(t, dir).plot()
		if p == nil || len(p.X) < 2 || len(p.Bars) == 0 {
			t.Fatalf("%v: %+v", counts, p)
		}
		for _, x := range p.X {
			if x.At < plotLeft || x.At > plotWidth-plotRight {
				t.Errorf("%v: tick %+v", counts, x)
			}
		}
		for _, y := range p.Y {
			if y.At < 0 || y.At > plotBase {
				t.Errorf("%v: tick %+v", counts, y)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for want, got := range map[string]string{
		"0": grouped(0, 0), "999": grouped(999, 0), "1,000": grouped(999.6, 0), "−1,234,567.9": grouped(-1234567.89, 1), "0.0": grouped(-0.001, 1),
		"+5": signed(5), "−5": signed(-5), "12.3 million": short(12345678), "9,999,999": short(9999999), "1.23 billion": short(1234567890), "2.00 trillion": short(2e12),
		"23×": factor(22.77), "3.3×": factor(3.28), "0.06×": factor(0.0625), "10×": factor(9.97), "1.0×": factor(0.998), "∞×": factor(math.Inf(1)),
		"0:00.040": clock(0.04), "1:02:03.004": clock(3723.004), "−0:01.500": clock(-1.5), "59:59.999": clock(3599.999), "1:00:00.000": clock(3599.9996),
		"0:02.1": duration(2.12), "1:00": duration(59.97), "1:01": duration(61.2), "27:46:40": duration(100000), "1,000:00:00": duration(3600000),
		"1 film": plural(1, "film"), "1,200 films": plural(1200, "film"),
		"95.5\u202f%": measures[coverage].text(0.955), "∞": measures[psnr].text(math.Inf(1)), "": measures[psnr].text(math.NaN()),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Names and other texts of files are text in the page, never markup.
func TestHostileNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range hostile {
		put(t, dir, platform.Name(strings.ReplaceAll(name, "/", "∕")+".ndjson"), written(t, true, quadfile.NDJSON, streams.Plain, headerOf(name, 0.05), framesOf(1, 2, 3)...))
		put(t, dir, platform.Name("broken "+strings.ReplaceAll(name, "/", "∕")+".ndjson"), []byte(`{"format":"ffkvadrat-summary","analysis":"`+strings.ToValidUTF8(strings.Map(func(r rune) rune {
			if r < ' ' || r == '"' || r == '\\' {
				return ' '
			}
			return r
		}, name), "?")+`"}`))
	}
	c := gathered(t, dir)
	if len(c.Videos) != len(hostile) || len(c.Broken) != len(hostile) {
		t.Fatalf("%d videos, %d broken files of %d", len(c.Videos), len(c.Broken), len(hostile))
	}
	page := pageOf(t, dir)
	// The texts of the page's own script and style may contain anything.
	text := strings.Replace(strings.Replace(page, pageJS, "", 1), pageCSS, "", 1)
	for what, n := range map[string]int{"<script": 2, "</script": 2, "<img": 0, "<!--": 0, "onerror=alert(1)>": 0, "http:": 0, "https:": 0, "\u202e": 0, "\u2028": 0, "\x1b": 0} {
		if got := strings.Count(text, what); got != n {
			t.Errorf("%d times %q, want %d", got, what, n)
		}
	}
	if !utf8.ValidString(page) {
		t.Error("the page is not UTF-8")
	}
	if !bytes.Contains([]byte(page), []byte("default-src &#39;none&#39;; style-src &#39;sha256-")) {
		t.Error("the page allows itself more than it needs")
	}
}
