package main

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed theme mkdocs.yml
var own embed.FS

// elsewhere maps pages outside docs/ to their paths in the site.
var elsewhere = map[string]string{
	"README.md":         "index.md",
	"CHANGELOG.md":      "project/changelog.md",
	"CONTRIBUTING.md":   "project/contributing.md",
	"SECURITY.md":       "project/security.md",
	"samples/README.md": "project/samples.md",
	"LICENSE":           "project/licence.md",
}

// sections are the groups of the sidebar. Pages that are not in a folder's order come last.
var sections = []struct {
	title, folder string
	order         []string
}{
	{"How-to", "how-to", []string{"export", "notebook", "render", "encoders", "compare", "blocks", "live", "corpus", "report", "teaching", "playground"}},
	{"Reference", "reference", []string{"flags", "keys", "formats", "algorithm", "measures", "display", "queue", "systems", "papers"}},
	{"Explanation", "explanation", []string{"algorithm", "design", "results", "architecture", "testing"}},
	{"Project", "project", []string{"changelog", "contributing", "security", "samples", "licence"}},
}

// A repository is a tree of files, by slashed paths from its root.
type repository struct {
	root  string
	place map[string]string // path in the site of each page
}

// open lists the pages of a repository.
func open(root string) (*repository, error) {
	r := &repository{root, map[string]string{}}
	for page, place := range elsewhere {
		if _, err := os.Stat(filepath.Join(root, page)); err == nil {
			r.place[page] = place
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".md" {
			return err
		}
		page, err := filepath.Rel(root, file)
		page = filepath.ToSlash(page)
		r.place[page] = strings.TrimPrefix(page, "docs/")
		if path.Base(page) == "README.md" {
			r.place[page] = path.Join(path.Dir(r.place[page]), "index.md")
		}
		return err
	})
	return r, err
}

// pages lists the pages, sorted.
func (r *repository) pages() []string {
	var pages []string
	for page := range r.place {
		pages = append(pages, page)
	}
	slices.Sort(pages)
	return pages
}

// read returns the Markdown of a page.
func (r *repository) read(page string) (string, error) {
	text, err := os.ReadFile(filepath.Join(r.root, page))
	if page == "LICENSE" {
		text = append([]byte("# Licence\n\n"), text...)
	}
	return string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))), err
}

// outside reports whether a target is outside the repository.
func outside(target string) bool {
	return strings.HasPrefix(target, "//") || strings.HasPrefix(target, "mailto:") || strings.Contains(target, "://")
}

// resolve returns the path and the anchor of a page's target. A folder means its README.
func (r *repository) resolve(page, target string) (file, anchor string, err error) {
	file, anchor, _ = strings.Cut(target, "#")
	if file == "" {
		return page, anchor, nil
	}
	file = path.Join(path.Dir(page), file)
	info, err := os.Stat(filepath.Join(r.root, file))
	if err == nil && info.IsDir() {
		file = path.Join(file, "README.md")
		_, err = os.Stat(filepath.Join(r.root, file))
	}
	if err == nil && strings.HasPrefix(file, "../") {
		err = errors.New("it is outside the repository")
	}
	return file, anchor, err
}

// broken lists the links and pictures of all pages that have no target.
func (r *repository) broken() ([]string, error) {
	known := map[string]map[string]bool{}
	anchorsOf := func(page string) (map[string]bool, error) {
		if known[page] != nil {
			return known[page], nil
		}
		text, err := r.read(page)
		known[page] = map[string]bool{"": true}
		for _, a := range anchors(parse(text)) {
			known[page][a] = true
		}
		return known[page], err
	}
	var faults []string
	for _, page := range r.pages() {
		text, err := r.read(page)
		if err != nil {
			return nil, err
		}
		for _, ref := range references(parse(text)) {
			if outside(ref.target) {
				continue
			}
			file, anchor, err := r.resolve(page, ref.target)
			if err != nil {
				faults = append(faults, fmt.Sprintf("%s:%d: %s: %v", page, ref.line, ref.target, err))
				continue
			}
			if path.Ext(file) != ".md" {
				continue
			}
			there, err := anchorsOf(file)
			if err != nil {
				return nil, err
			}
			if !there[anchor] {
				faults = append(faults, fmt.Sprintf("%s:%d: %s: there is no such heading", page, ref.line, ref.target))
			}
		}
	}
	return faults, nil
}

// prepare writes MkDocs' input to work: pages, the files that they link to, and mkdocs.yml.
func prepare(root, work, site string) error {
	r, err := open(root)
	if err != nil {
		return err
	}
	faults, err := r.broken()
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return errors.New("links that point to nothing:\n" + strings.Join(faults, "\n"))
	}
	titles := map[string]string{}
	for _, page := range r.pages() {
		text, files, err := r.rewrite(page)
		if err != nil {
			return err
		}
		titles[r.place[page]] = strings.TrimSpace(ownAnchor.ReplaceAllString(title(text), ""))
		if err := write(filepath.Join(work, "pages", r.place[page]), []byte(text)); err != nil {
			return err
		}
		for _, file := range files {
			if err := copyFile(filepath.Join(work, "pages", placeOf(file)), filepath.Join(root, file)); err != nil {
				return err
			}
		}
	}
	theme, err := fs.Sub(own, "theme")
	if err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(work, "theme"), theme); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(work, "pages", "pictures/logo.svg"), filepath.Join(root, "docs/pictures/logo.svg")); err != nil {
		return err
	}
	config, err := own.ReadFile("mkdocs.yml")
	if err != nil {
		return err
	}
	nav, err := json.Marshal(navigation(titles))
	if err != nil {
		return err
	}
	site, err = filepath.Abs(site)
	if err != nil {
		return err
	}
	return write(filepath.Join(work, "mkdocs.yml"), fmt.Appendf(config, "docs_dir: pages\nsite_dir: %q\nnav: %s\n", site, nav))
}

// ownAnchor is what rewrite appends to a heading.
var ownAnchor = regexp.MustCompile(` \{ #\S* \}$`)

// rewrite returns a page for the site, and the other files that it links to.
func (r *repository) rewrite(page string) (text string, files []string, err error) {
	text, err = r.read(page)
	if err != nil {
		return "", nil, err
	}
	lines := forMkDocs(parse(text))
	anchor := anchors(lines)
	for i, l := range lines {
		lines[i].text = rewriteTargets(l, func(to string) string {
			if outside(to) || strings.HasPrefix(to, "#") {
				return to
			}
			file, anchor, wrong := r.resolve(page, to)
			if wrong != nil {
				err = wrong
				return to
			}
			place, isPage := r.place[file]
			if !isPage {
				files = append(files, file)
				place = placeOf(file)
			}
			place = relative(path.Dir(r.place[page]), place)
			if anchor != "" {
				place += "#" + anchor
			}
			return place
		})
		if l.level > 0 {
			// GitHub's anchors instead of Python-Markdown's.
			lines[i].text = fmt.Sprintf("%s %s { #%s }", strings.Repeat("#", l.level), l.title, anchor[i])
		}
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.String(), files, err
}

// placeOf returns the path in the site of a file that is not a page.
func placeOf(file string) string {
	if name, ok := strings.CutPrefix(file, "player/playground/page/"); ok {
		return "playground/" + name // scripts/playground builds it
	}
	if name, ok := strings.CutPrefix(file, "docs/"); ok {
		return name
	}
	if path.Ext(file) == ".md" {
		file += ".txt" // not a page
	}
	return "files/" + file
}

// relative returns the slashed path from a folder to a file, both relative to the same root.
func relative(folder, file string) string {
	rel, err := filepath.Rel(folder, file)
	if err != nil {
		panic(err) // only if one is absolute
	}
	return filepath.ToSlash(rel)
}

// An entry of the sidebar has a title, and a page or further entries.
type entry = map[string]any

// navigation returns the sidebar for pages with these titles by path.
func navigation(titles map[string]string) []entry {
	nav := []entry{}
	used := map[string]bool{}
	add := func(place, title string) {
		if _, ok := titles[place]; ok && !used[place] {
			used[place] = true
			nav = append(nav, entry{title: place})
		}
	}
	add("index.md", "Overview")
	add("tutorial.md", "Tutorial")
	for i, s := range sections {
		if i == len(sections)-1 { // before the project's pages: glossary, questions, and news
			add("faq.md", titles["faq.md"])
			add("glossary.md", titles["glossary.md"])
			for _, place := range sorted(titles, ".", nil) {
				add(place, titles[place])
			}
		}
		if inside := group(titles, s.folder, s.order); len(inside) > 0 {
			nav = append(nav, entry{s.title: inside})
		}
	}
	return nav
}

// group returns the entries of a folder. A subfolder begins with the page of its name, if there is
// one.
func group(titles map[string]string, folder string, order []string) []entry {
	var entries []entry
	places := sorted(titles, folder, order)
	for _, place := range places {
		if strings.HasSuffix(place, ".md") {
			if !slices.Contains(places, strings.TrimSuffix(place, ".md")) {
				entries = append(entries, entry{titles[place]: place})
			}
			continue
		}
		title, inside := path.Base(place), group(titles, place, []string{"index", "quads", "ffq", "tables"})
		if of, ok := titles[place+".md"]; ok {
			title, inside = of, slices.Insert(inside, 0, entry{"Overview": place + ".md"})
		}
		entries = append(entries, entry{title: inside})
	}
	return entries
}

// sorted lists the pages and folders of a folder.
func sorted(titles map[string]string, folder string, order []string) []string {
	found := map[string]bool{}
	for place := range titles {
		rest, ok := strings.CutPrefix(place, folder+"/")
		if folder == "." {
			rest, ok = place, !strings.Contains(place, "/")
		}
		if name, _, _ := strings.Cut(rest, "/"); ok {
			found[path.Join(folder, name)] = true
		}
	}
	var places []string
	for place := range found {
		places = append(places, place)
	}
	rank := func(place string) int {
		name, isPage := strings.CutSuffix(path.Base(place), ".md")
		for i, o := range order {
			switch {
			case name == o && isPage:
				return 3 * i
			case name == o: // the folder of a page
				return 3*i + 1
			case strings.HasPrefix(name, o+"-"): // pages that belong to a page
				return 3*i + 2
			}
		}
		return 3 * len(order)
	}
	slices.SortFunc(places, func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b))
	})
	return places
}

func write(file string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return write(to, content)
}
