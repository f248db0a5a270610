package main

import (
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	tag       = regexp.MustCompile(`<([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*/?>`)
	attribute = regexp.MustCompile(`([^\s=>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))`)
	loading   = regexp.MustCompile(`(?i)@import\s+["']?([^"';]+)|url\(\s*["']?([^"')]+)`)
)

// check reports pages that load foreign content, and missing links, anchors and files.
func check(folder string) error {
	type page struct {
		ids   map[string]bool
		links []string
	}
	pages, files := map[string]*page{}, map[string]bool{}
	var faults []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name] = true
		ext := path.Ext(name)
		if ext != ".html" && ext != ".css" && ext != ".svg" {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if ext == ".css" {
			faults = append(faults, foreign(name, string(text))...)
			return nil
		}
		p := &page{ids: map[string]bool{"": true}}
		for _, m := range tag.FindAllStringSubmatch(string(text), -1) {
			for _, a := range attribute.FindAllStringSubmatch(m[2], -1) {
				key, value := strings.ToLower(a[1]), html.UnescapeString(a[2]+a[3]+a[4])
				switch key {
				case "id", "name":
					p.ids[value] = true
				case "style":
					faults = append(faults, foreign(name, value)...)
				case "href", "src", "srcset", "poster", "data", "xlink:href":
					p.links = append(p.links, value)
					if isLink := key == "href" && strings.EqualFold(m[1], "a"); !isLink && outside(value) {
						faults = append(faults, fmt.Sprintf("%s: <%s> loads %s", name, m[1], value))
					}
				}
			}
		}
		if ext == ".html" && name != "404.html" { // whose links begin at the server's root
			pages[name] = p
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(pages) == 0 {
		return fmt.Errorf("%s has no pages", folder)
	}
	for name, p := range pages {
		for _, link := range p.links {
			if outside(link) || strings.HasPrefix(link, "data:") || strings.HasPrefix(link, "javascript:") {
				continue
			}
			u, err := url.Parse(link)
			if err != nil {
				faults = append(faults, fmt.Sprintf("%s: %v", name, err))
				continue
			}
			to := name
			if u.Path != "" {
				to = path.Join(path.Dir(name), u.Path)
				if strings.HasSuffix(u.Path, "/") || to == "." {
					to = path.Join(to, "index.html")
				}
			}
			if !files[to] {
				faults = append(faults, fmt.Sprintf("%s: %s: there is no such file", name, link))
			} else if there := pages[to]; there != nil && !there.ids[u.Fragment] {
				faults = append(faults, fmt.Sprintf("%s: %s: there is no such anchor", name, link))
			}
		}
	}
	if len(faults) > 0 {
		slices.Sort(faults)
		return errors.New("the site is not whole:\n" + strings.Join(slices.Compact(faults), "\n"))
	}
	return nil
}

// foreign reports foreign content that a style sheet loads.
func foreign(name, style string) []string {
	var faults []string
	for _, m := range loading.FindAllStringSubmatch(style, -1) {
		if outside(m[1] + m[2]) {
			faults = append(faults, fmt.Sprintf("%s: a style loads %s", name, m[1]+m[2]))
		}
	}
	return faults
}
