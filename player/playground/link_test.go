//go:build page

package playground_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/measure/report"
)

// TestReportPlays: a report's button opens the page with a video and its stored quads. From a server the page opens
// both; from a file, where browsers refuse that, it says which files to drop, and then shows the wanted time.
func TestReportPlays(t *testing.T) {
	dir := t.TempDir()
	sample, err := os.ReadFile("../../samples/sample.mp4")
	if err != nil {
		t.Fatal(err)
	}
	quads := storedQuads(t, "../videos/a sample.mp4")
	for name, data := range map[string][]byte{"videos/a sample.mp4": sample, "results/a sample.ffq": quads} {
		name = filepath.Join(dir, name)
		if err := os.Mkdir(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build(t, filepath.Join(dir, "playground"))
	corpus, err := report.Gather(context.Background(), report.Options{Folder: filepath.Join(dir, "results"), Output: filepath.Join(dir, "report.html")})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := corpus.WriteHTML(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "report.html"), []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	pictures := os.Getenv("FFKVADRAT_PICTURES")
	for _, row := range browsers {
		t.Run(row.name, func(t *testing.T) {
			for name, site := range map[string]string{"file": "file://" + (&url.URL{Path: dir}).EscapedPath(), "server": server.URL} {
				b := row.open(t, server.URL)
				b.Size(1280, 720, "dark")
				b.Visit(site + "/report.html")
				if pictures != "" {
					b.Shoot(filepath.Join(pictures, "report-top-"+name+".png"))
				}
				b.Eval(nil, `document.querySelector("#f0 .open").click(), document.getElementById("f0").scrollIntoView()`)
				if pictures != "" {
					b.Shoot(filepath.Join(pictures, "report-"+name+".png"))
				}
				var links []string
				b.Eval(&links, `[...document.querySelectorAll("tr.more a.copy")].map(a => a.href)`)
				if len(links) < 2 || links[0]+"&at=0.760" != links[1] {
					t.Fatalf("%s: links %q", name, links)
				}
				var first string
				if b.Eval(&first, `[...document.querySelectorAll(".look li")].find(li => li.textContent.includes("frame 19")).querySelector("a.copy").href`); first != links[1] {
					t.Errorf("%s: the link of the corpus's worst frame is %s, that of the video's %s", name, first, links[1])
				}
				b.Visit(links[1])
				b.Eval(nil, "playground.started")
				if name == "file" {
					var hint string
					b.Eval(&hint, "hint.innerText")
					for _, want := range []string{"Drop both files here:\n", dir + "/videos/a sample.mp4\n", dir + "/results/a sample.ffq"} {
						if !strings.Contains(hint, want) {
							t.Errorf("%q lacks %q", hint, want)
						}
					}
					if pictures != "" {
						b.Shoot(filepath.Join(pictures, "linked-drop.png"))
					}
					give(b, "a sample.mp4", "video/mp4", sample)
					give(b, "a sample.ffq", "", quads)
				}
				b.Eval(nil, "new Promise(done => { const look = () => playground.state.answer && playground.state.answer.quads === 20 ? done() : requestAnimationFrame(look); look(); })")
				if pictures != "" {
					b.Shoot(filepath.Join(pictures, "linked-"+name+".png"))
				}
				b.Quiet()
			}
		})
	}
}
