//go:build page

package playground_test

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/player/playground"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/chromium"
	"ffkvadrat/tests/webdriver"
)

// A browser has a page open.
type browser interface {
	Show(file string)
	Visit(address string)
	Eval(result any, expression string)
	Size(width, height int, scheme string)
	Shoot(file string)
	Quiet()
}

// browsers are opened by test and by the address of the test's own server, which pages may ask for files; it may be empty.
var browsers = []struct {
	name    string
	samples string // that it gives of a video
	open    func(t *testing.T, site string) browser
}{
	{"Chromium", "I420", func(t *testing.T, site string) browser {
		b := chromium.Open(t)
		b.Site = site
		return b
	}},
	{"Firefox", "RGBA", func(t *testing.T, site string) browser { return webdriver.Firefox(t, site) }},
	{"WebKit", "I420", func(t *testing.T, site string) browser { return webdriver.WebKit(t, site) }},
}

// inBrowsers builds the page, and runs a test in each browser that has opened it from its file.
func inBrowsers(t *testing.T, test func(t *testing.T, b browser, samples string)) {
	t.Helper()
	folder := t.TempDir()
	build(t, folder)
	for _, row := range browsers {
		t.Run(row.name, func(t *testing.T) {
			b := row.open(t, "")
			b.Size(1280, 720, "dark")
			b.Show(filepath.Join(folder, "index.html"))
			b.Eval(nil, "playground.started")
			test(t, b, row.samples)
			b.Quiet()
		})
	}
}

// build builds the page in a folder.
func build(t *testing.T, folder string) {
	t.Helper()
	cmd := exec.Command("go", "run", "./scripts/playground", folder)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// give opens a file in the page.
func give(b browser, name, kind string, data []byte) {
	b.Eval(nil, fmt.Sprintf(`(async () => {
		const bytes = Uint8Array.from(atob(%q), c => c.charCodeAt(0));
		await playground.open([new File([bytes], %q, {type: %q})]);
	})()`, base64.StdEncoding.EncodeToString(data), name, kind))
}

// TestLists: the page's list of a PNG is the one that the same code makes here, byte for byte. The page
// loads nothing.
func TestLists(t *testing.T) {
	inBrowsers(t, func(t *testing.T, b browser, _ string) {
		for name, data := range pictures(t) {
			give(b, name, "image/png", data)
			want := playground.New()
			load(t, want, data)
			for _, s := range settings {
				b.Eval(nil, fmt.Sprintf("playground.set(%q, %q)", s[0], s[1]))
				if _, err := want.Set(s[0], s[1]); err != nil {
					t.Fatal(err)
				}
				var got string
				b.Eval(&got, fmt.Sprintf("playground.export(%q)", name))
				text, err := want.Export(name)
				if err != nil {
					t.Fatal(err)
				}
				if got != string(text) {
					t.Errorf("%s, %s: the page has\n%.400s\nwant\n%.400s", name, s, got, text)
				}
			}
			b.Eval(nil, "playground.set('variant', 'edge').then(() => playground.set('operator', 'cross')).then(() => playground.set('min_size', '0'))")
		}
	})
}

// TestVideo plays the sample, and logs the times of a picture.
func TestVideo(t *testing.T) {
	inBrowsers(t, func(t *testing.T, b browser, samples string) {
		b.Eval(nil, "playground.sample()")
		var got struct {
			Quads, Width int
			Samples      string
		}
		b.Eval(&got, "playground.state.answer")
		if got.Quads == 0 || got.Width != 1280 || got.Samples != samples {
			t.Errorf("%+v", got)
		}
		var times map[string]float64
		b.Eval(&times, `new Promise(done => {
		const all = [], began = performance.now(), first = playground.state.drawn;
		let seen = first;
		const median = name => all.map(a => a[name]).sort((a, b) => a - b)[all.length >> 1];
		const look = () => {
			if (playground.state.drawn !== seen) all.push(playground.state.answer);
			seen = playground.state.drawn;
			if (all.length < 60) return requestAnimationFrame(look);
			video.pause();
			done({copy: median("copy"), find: median("find"), paint: median("paint"), draw: median("draw"), rate: 1000 * (seen - first) / (performance.now() - began)});
		};
		video.play();
		look();
	})`)
		t.Logf("%.1f ms to copy the samples of a picture of 1280×720 pixels, %.1f to find the quads, %.1f to paint, %.1f to show, medians; %.1f pictures a second of 25", times["copy"], times["find"], times["paint"], times["draw"]-times["paint"], times["rate"])
	})
}

// storedQuads returns an .ffq file of 20 frames of the sample: frame i has i + 1 quads.
func storedQuads(t *testing.T, video string) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := quadfile.NewWriter(&file, quadfile.FFQ, quadfile.Header{
		Source: quadfile.Source{
			Path: video, CodecName: "h264", Width: 1280, Height: 720, PixFmt: "yuv420p",
			TimeBase: quadfile.Rational{Num: 1, Den: 25}, AvgFrameRate: quadfile.Rational{Num: 25, Den: 1},
		},
		Analysis: quadfile.Analysis{Params: analysis.Params{Threshold: analysis.DefaultThreshold}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(20) {
		f := quadfile.Frame{Index: i, PTS: i, HasPTS: true}
		for x := range int(i) + 1 {
			f.Quads = append(f.Quads, quadpyramid.NewQuad(8*x, 0, 0))
		}
		slices.SortFunc(f.Quads, func(a, b quadpyramid.Quad) int { return cmp.Compare(a.Morton(), b.Morton()) })
		if err := w.WriteFrame(&f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestStoredQuads: an .ffq file's lists appear over its video, and a click on the button returns to live quads.
func TestStoredQuads(t *testing.T) {
	inBrowsers(t, func(t *testing.T, b browser, _ string) {
		b.Eval(nil, "playground.sample()")
		give(b, "sample.ffq", "", storedQuads(t, "sample.mp4"))
		for _, frame := range []int{7, 0, 19, 30} {
			want := frame + 1
			if frame >= 20 {
				want = 0
			}
			b.Eval(nil, fmt.Sprintf("new Promise(done => { video.currentTime = %f; const look = () => playground.state.answer.quads === %d ? done() : requestAnimationFrame(look); look(); })", (float64(frame)+.5)/25, want))
		}
		var live int
		b.Eval(&live, "document.querySelector('#stored button').onclick().then(() => playground.state.answer.quads)")
		if live < 1000 {
			t.Errorf("%d live quads", live)
		}
	})
}

// TestLesson: keys turn the pages of the lesson, and a click on a quad shows the way to it.
func TestLesson(t *testing.T) {
	inBrowsers(t, func(t *testing.T, b browser, _ string) {
		give(b, "tiny-still.png", "image/png", pictures(t)["tiny-still.png"])
		b.Eval(nil, "lesson.open()")
		title := func() (text string) {
			b.Eval(&text, "document.querySelector('#lesson h2').textContent")
			return text
		}
		for _, turn := range []struct{ does, want string }{
			{"", "The picture"}, {"ArrowRight", "Level 0: leaf markers"}, {"ArrowRight", "Level 1: four become one"}, {"ArrowLeft", "Level 0: leaf markers"}, {"End", "The list"},
		} {
			if turn.does != "" {
				b.Eval(nil, fmt.Sprintf("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %q, bubbles: true}))", turn.does))
			}
			if got := title(); got != turn.want {
				t.Errorf("after %s: %q, want %q", turn.does, got, turn.want)
			}
		}
		b.Eval(nil, "document.querySelector('#lesson .cells button').onclick()")
		if got := title(); got != "Entry 0: level 3" {
			t.Errorf("a click on a quad shows %q", got)
		}
	})
}

// TestPictures writes pictures of the page into the folder FFKVADRAT_PICTURES.
func TestPictures(t *testing.T) {
	folder := os.Getenv("FFKVADRAT_PICTURES")
	if folder == "" {
		t.Skip("no folder for pictures")
	}
	dir := t.TempDir()
	build(t, dir)
	b := chromium.Open(t)
	b.Size(1280, 720, "dark")
	b.Show(filepath.Join(dir, "index.html"))
	b.Eval(nil, "playground.sample()")
	b.Eval(nil, "new Promise(done => { const drawn = playground.state.drawn; const look = () => playground.state.drawn > drawn && !playground.state.busy ? done() : requestAnimationFrame(look); video.currentTime = 2; look(); })")
	for _, shot := range []struct {
		name          string
		width, height int
		scheme        string
	}{{"dark", 1280, 720, "dark"}, {"light", 1280, 720, "light"}, {"phone", 390, 844, "dark"}, {"phone-light", 390, 844, "light"}} {
		b.Size(shot.width, shot.height, shot.scheme)
		b.Eval(nil, "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
		b.Shoot(filepath.Join(folder, shot.name+".png"))
	}
	b.Size(1280, 720, "dark")
	give(b, "tiny-still.png", "image/png", pictures(t)["tiny-still.png"])
	b.Shoot(filepath.Join(folder, "still.png"))
	b.Eval(nil, "lesson.open()")
	for i, by := range []int{0, 2, 2, 2, 20} {
		b.Eval(nil, fmt.Sprintf("lesson.turn(%d)", by))
		b.Shoot(filepath.Join(folder, fmt.Sprintf("lesson-%d.png", i)))
	}
	b.Size(390, 844, "dark")
	b.Shoot(filepath.Join(folder, "lesson-phone.png"))
	b.Size(1280, 720, "dark")
	b.Eval(nil, "document.getElementById('lesson').close()")
	b.Eval(nil, "document.getElementById('help').click()")
	b.Shoot(filepath.Join(folder, "help.png"))
	b.Quiet()
}
