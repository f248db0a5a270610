package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// A line of a page in Markdown.
type line struct {
	text  string
	code  bool   // in a fenced block, its fences included
	level int    // of a heading; 0 for other lines
	title string // of a heading, in Markdown
}

// A reference is the target of a link or a picture. Lines count from 1.
type reference struct {
	line   int
	target string
}

var (
	fence    = regexp.MustCompile("^ *(```+|~~~+)")
	heading  = regexp.MustCompile(`^(#{1,6}) +(.*?)(?: +#+)? *$`)
	codeSpan = regexp.MustCompile("``.+?``|`[^`]+`")
	// The target of [text](target "title"), and of attributes of HTML.
	target = regexp.MustCompile(`\]\(([^()\s]+)(?:\s+"[^"]*")?\)|\b(?:src|href|srcset)="([^"]+)"`)
	inLink = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// parse splits a page into lines.
func parse(page string) []line {
	var lines []line
	open := ""
	for text := range strings.SplitSeq(strings.TrimSuffix(page, "\n"), "\n") {
		l := line{text: text, code: open != ""}
		m := fence.FindStringSubmatch(text)
		switch {
		case m != nil && open == "":
			l.code, open = true, m[1]
		case m != nil && strings.HasPrefix(m[1], open) && strings.TrimSpace(text) == m[1]:
			open = ""
		case open == "":
			if h := heading.FindStringSubmatch(text); h != nil {
				l.level, l.title = len(h[1]), h[2]
			}
		}
		lines = append(lines, l)
	}
	return lines
}

// title returns the first heading of a page as plain text.
func title(page string) string {
	for _, l := range parse(page) {
		if l.level > 0 {
			return plain(l.title)
		}
	}
	return ""
}

// plain removes the Markdown of a heading.
func plain(title string) string {
	return strings.NewReplacer("`", "", "**", "", "*", "").Replace(inLink.ReplaceAllString(title, "$1"))
}

// anchors returns the anchor of each heading as GitHub makes it, by the index of its line.
func anchors(lines []line) map[int]string {
	found, times := map[int]string{}, map[string]int{}
	for i, l := range lines {
		if l.level == 0 {
			continue
		}
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, plain(l.title))
		n := times[slug]
		times[slug]++
		if n > 0 {
			slug = fmt.Sprintf("%s-%d", slug, n)
		}
		found[i] = slug
	}
	return found
}

// references lists the targets of a page's links and pictures.
func references(lines []line) []reference {
	var found []reference
	for i, l := range lines {
		rewriteTargets(l, func(to string) string {
			found = append(found, reference{i + 1, to})
			return to
		})
	}
	return found
}

// rewriteTargets changes a line's targets, except in code.
func rewriteTargets(l line, change func(string) string) string {
	if l.code {
		return l.text
	}
	hidden := codeSpan.ReplaceAllStringFunc(l.text, func(s string) string { return strings.Repeat("\x00", len(s)) })
	var b strings.Builder
	from := 0
	for _, m := range target.FindAllStringSubmatchIndex(hidden, -1) {
		begin, end := m[2], m[3]
		if begin < 0 {
			begin, end = m[4], m[5]
		}
		b.WriteString(l.text[from:begin] + change(l.text[begin:end]))
		from = end
	}
	return b.String() + l.text[from:]
}

var item = regexp.MustCompile(`^( *)([-*+]|\d+\.) +\S`)

// forMkDocs rewrites syntax that Python-Markdown reads differently from GitHub: lists and tables
// need an empty line before them, nested blocks are indented by four, and a bar in a table's code
// has no backslash.
func forMkDocs(lines []line) []line {
	var out []line
	width, level, strip := 0, 0, -1 // of the list: indent per level, level of the last item, indent to remove from code
	previous := ""
	for _, l := range lines {
		indent := len(l.text) - len(strings.TrimLeft(l.text, " "))
		m := item.FindStringSubmatch(l.text)
		isItem, isRow := m != nil && !l.code, strings.HasPrefix(l.text, "|") && !l.code
		if isRow {
			l.text = codeSpan.ReplaceAllStringFunc(l.text, func(s string) string { return strings.ReplaceAll(s, `\|`, "|") })
		}
		paragraph := previous != "" && width == 0 && !strings.HasPrefix(previous, "|") && !strings.HasPrefix(previous, "#")
		if paragraph && (isRow || isItem && indent == 0) {
			out = append(out, line{})
		}
		switch {
		case l.text == "":
		case isItem && (width > 0 || indent == 0):
			if indent == 0 {
				width = len(m[2]) + 1
			}
			level = min(indent/width, level+1)
			l.text = strings.Repeat("    ", level) + l.text[indent:]
		case width > 0 && indent == 0 && !l.code && (previous == "" || l.level > 0 || isRow):
			width, level = 0, 0
		case width > 0:
			if !l.code || strip < 0 {
				strip = min(indent, (level+1)*width)
			}
			l.text = strings.Repeat("    ", strip/width) + l.text[min(strip, indent):]
		}
		if !l.code {
			strip = -1
		}
		previous = l.text
		out = append(out, l)
	}
	return out
}
