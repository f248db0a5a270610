package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestLinks: each link and picture of the pages points to a file that exists, and each anchor to a heading.
func TestLinks(t *testing.T) {
	r, err := open("../..")
	if err != nil {
		t.Fatal(err)
	}
	faults, err := r.broken()
	if err != nil || len(r.place) < 10 {
		t.Fatalf("%d pages: %v", len(r.place), err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// TestPrepare: the site has all pages, and a sidebar with each of them.
func TestPrepare(t *testing.T) {
	work := t.TempDir()
	if err := prepare("../..", work, filepath.Join(work, "site")); err != nil {
		t.Fatal(err)
	}
	config, err := os.ReadFile(filepath.Join(work, "mkdocs.yml"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := open("../..")
	if err != nil {
		t.Fatal(err)
	}
	for page, place := range r.place {
		if _, err := os.Stat(filepath.Join(work, "pages", place)); err != nil {
			t.Errorf("%s: %v", page, err)
		}
		if n := strings.Count(string(config), `:"`+place+`"`); n != 1 {
			t.Errorf("%s is in the sidebar %d times", page, n)
		}
	}
}

// tree writes files into a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		if err := write(filepath.Join(root, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestBroken(t *testing.T) {
	root := tree(t, map[string]string{
		"README.md": "# A\n\n[a](docs/a.md#two) [b](docs/b.md) [c](docs/a.md#none) `[d](none.md)`\n\n```\n[e](none.md)\n```\n\n" +
			"[![f](docs/p.png)](docs/a.md) <img src=\"docs/q.png\"> [g](https://example.org/none) [h](../h.md) [i](#b)\n",
		"docs/a.md":  "# One\n\n## Two\n\n[up](../README.md#a \"A title\") [here](#two)\n",
		"docs/p.png": "",
	})
	r, err := open(root)
	if err != nil {
		t.Fatal(err)
	}
	faults, err := r.broken()
	var got []string
	for _, f := range faults {
		got = append(got, strings.Join(strings.SplitN(f, ":", 4)[:3], ":"))
	}
	want := []string{"README.md:3: docs/b.md", "README.md:3: docs/a.md#none", "README.md:9: docs/q.png", "README.md:9: ../h.md", "README.md:9: #b"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: %q, want %q", err, got, want)
	}
}

func TestAnchors(t *testing.T) {
	page := "# The export format: `ffkvadrat-quads`, versions 1 and 2\n```\n# code\n```\n## SI & TI\n## *D* of a_b\n## D\n## D\n## [A link](x.md)\n## Größe 4×4\n"
	want := []string{"the-export-format-ffkvadrat-quads-versions-1-and-2", "si--ti", "d-of-a_b", "d", "d-1", "a-link", "größe-44"}
	lines := parse(page)
	found := anchors(lines)
	var got []string
	for i := range lines {
		if a, ok := found[i]; ok {
			got = append(got, a)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRewrite(t *testing.T) {
	root := tree(t, map[string]string{
		"README.md":         "# A `b`\n[guide](docs/how-to/a.md#b) [licence](LICENSE) [samples](samples) [code](cli/x.go)\n",
		"LICENSE":           "MIT\n",
		"docs/how-to/a.md":  "# A\n\n## B\nThree:\n- one [up](../../README.md)\n  more\n  - two\n\n    ```\n    code\n      more\n    ```\n- three\n\n| a |\n| - |\n| `x\\|y` |\n",
		"samples/README.md": "# Samples\n",
		"cli/x.go":          "package cli\n",
	})
	r, err := open(root)
	if err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{
		"README.md": "# A `b` { #a-b }\n[guide](how-to/a.md#b) [licence](project/licence.md) [samples](project/samples.md) [code](files/cli/x.go)\n",
		"docs/how-to/a.md": "# A { #a }\n\n## B { #b }\nThree:\n\n- one [up](../index.md)\n    more\n    - two\n\n        ```\n        code\n          more\n        ```\n" +
			"- three\n\n| a |\n| - |\n| `x|y` |\n",
	} {
		text, files, err := r.rewrite(page)
		if err != nil || text != want || len(files) != strings.Count(text, "files/") {
			t.Errorf("%s: %v, %q\n%s\nwant\n%s", page, err, files, text, want)
		}
	}
}

func TestNavigation(t *testing.T) {
	titles := map[string]string{}
	for _, place := range []string{
		"index.md", "tutorial.md", "faq.md", "new.md", "how-to/z.md", "how-to/render.md", "how-to/export.md", "reference/formats/ffq.md",
		"reference/formats/z.md", "reference/formats.md", "reference/keys.md", "reference/algorithm-papers.md", "reference/algorithm.md", "reference/a.md",
	} {
		titles[place] = place
	}
	page := func(place string) entry { return entry{place: place} }
	want := []entry{
		{"Overview": "index.md"}, {"Tutorial": "tutorial.md"},
		{"How-to": []entry{page("how-to/export.md"), page("how-to/render.md"), page("how-to/z.md")}},
		{"Reference": []entry{
			page("reference/keys.md"),
			{"reference/formats.md": []entry{{"Overview": "reference/formats.md"}, page("reference/formats/ffq.md"), page("reference/formats/z.md")}},
			page("reference/algorithm.md"), page("reference/algorithm-papers.md"), page("reference/a.md"),
		}},
		page("faq.md"), page("new.md"),
	}
	if got := navigation(titles); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestCheck: the check finds missing targets and foreign content.
func TestCheck(t *testing.T) {
	good := map[string]string{
		"index.html": `<link rel="stylesheet" href="a.css"><a href="b/c.html#x">c</a> <a href="https://example.org/">e</a><img src="p.png" alt=">"><p id=top><a href=#top>t</a>`,
		"b/c.html":   `<h1 id="x">x</h1><a href="../index.html">up</a><a href="..">up</a>`,
		"a.css":      `p { background: url(p.png) }`,
		"p.png":      "",
	}
	if err := check(tree(t, good)); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{
		`<a href="none.html">n</a>`, `<a href="b/c.html#y">y</a>`, `<img src="//example.org/p.png">`, `<link href='https://example.org/a.css'>`,
		`<script src=https://example.org/a.js></script>`, `<p style="background: url('https://example.org/p.png')">`, `<video poster="http://example.org/p.png">`,
	} {
		files := map[string]string{}
		for name, text := range good {
			files[name] = text
		}
		files["index.html"] += bad
		if check(tree(t, files)) == nil {
			t.Errorf("%s passes", bad)
		}
	}
	good["a.css"] = `@import "https://example.org/a.css";`
	if check(tree(t, good)) == nil {
		t.Error("a style sheet from elsewhere passes")
	}
}
