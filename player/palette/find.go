package palette

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ffkvadrat/player/command"
)

// Match is an entry that has all the typed words.
type Match struct {
	*Entry
	Letters []Span // of the title, that were typed; in order
	Loose   bool   // a typed word is only in what is said about it, or its letters are only scattered over the title
	rank    int
}

// Span is a range of a text's bytes.
type Span struct{ From, To int }

// Ranks of a word; the smaller, the better.
const (
	isKey      = iota // it is one of the keys
	begins            // the title begins with it
	isWord            // it is a word of the title
	beginsWord        // a word of the title begins with it
	inside            // the title has it
	beside            // a word of another name of the entry begins with it
	synonym           // a synonym of the title begins with it
	prose             // a word of what is said about the entry begins with it
	scattered         // the title has its letters in this order, the first at the beginning of a word
	isMissing
)

// Find returns the entries in which all typed words are found, the best ones first, and loose ones last. Case does not
// matter.
func Find(entries []Entry, typed string) (found []Match) {
	words := strings.Fields(typed)
	if len(words) == 0 {
		return nil
	}
	for i := range entries {
		if m, ok := entries[i].match(words); ok {
			found = append(found, m)
		}
	}
	slices.SortStableFunc(found, func(a, b Match) int {
		if a.Loose != b.Loose {
			if a.Loose {
				return 1
			}
			return -1
		}
		if len(a.Letters) == 0 || len(b.Letters) == 0 {
			return cmp.Compare(a.rank, b.rank)
		}
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.rest(), b.rest()))
	})
	return found
}

// rest orders titles that match equally: the shorter, the more of it was typed. Values come after
// settings, those of one setting in their own order, and with them the curves, before their peaks.
func (m *Match) rest() int {
	const after = 1000
	if _, isCurve := m.Curve(); isCurve {
		return after + len(m.Title)
	}
	if m.Command.ID == command.Peak && m.Command.Number > 0 {
		return 2*after + len(m.Title)
	}
	if name, _, isValue := strings.Cut(m.Title, ": "); isValue && m.Group == NoGroup {
		return after + len(name)
	}
	return len(m.Title)
}

// match finds all words in the entry.
func (e *Entry) match(words []string) (m Match, ok bool) {
	m.Entry = e
	title := strings.ToLower(e.Title)
	for _, typed := range words {
		rank, spans := isKey, []Span(nil)
		if !slices.Contains(e.Keys, typed) { // where case matters
			rank, spans = e.rankOf(title, spelling.Replace(strings.ToLower(typed)))
		}
		if rank == isMissing {
			return m, false
		}
		m.rank += rank
		m.Loose = m.Loose || rank >= prose
		m.Letters = append(m.Letters, spans...)
	}
	if len(title) != len(e.Title) { // letters whose lower case has another length: the places differ
		m.Letters = nil
	}
	m.Letters = merged(m.Letters)
	return m, true
}

// rankOf returns the rank of a word in lower case, and the letters of the title that it has.
func (e *Entry) rankOf(title, word string) (rank int, spans []Span) {
	rank = isMissing
	for i := range places(title, word) {
		here := inside
		switch {
		case i == 0:
			here = begins
		case beginsAt(title, i) && endsAt(title, i+len(word)):
			here = isWord
		case beginsAt(title, i):
			here = beginsWord
		}
		if here < rank {
			rank, spans = here, []Span{{i, i + len(word)}}
		}
	}
	if rank != isMissing {
		return rank, spans
	}
	if WordBegins(e.words, word) {
		return beside, nil
	}
	if WordBegins(e.Synonyms(), word) {
		return synonym, nil
	}
	if WordBegins(e.prose, word) {
		return prose, nil
	}
	if spans = scatter(title, word); spans != nil {
		rank = scattered
	}
	return rank, spans
}

// WordBegins reports whether a word of a text begins with another text; both are in lower case.
func WordBegins(text, with string) bool {
	for i := range places(text, with) {
		if beginsAt(text, i) {
			return true
		}
	}
	return false
}

// places yields the bytes at which a text has a word.
func places(text, word string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for from := 0; ; from++ {
			i := strings.Index(text[from:], word)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i
		}
	}
}

// beginsAt reports whether a word begins at a byte of a text.
func beginsAt(text string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	return i == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

// endsAt reports whether a word ends at a byte of a text.
func endsAt(text string, i int) bool {
	after, _ := utf8.DecodeRuneInString(text[i:])
	return i == len(text) || !unicode.IsLetter(after) && !unicode.IsDigit(after)
}

// scatter finds the letters of a word one after the other in a title; nil if it lacks one. Each is
// next to the one before it, or begins a word.
func scatter(title, word string) (spans []Span) {
	const least = 2 // shorter words are found everywhere
	if len(word) < least {
		return nil
	}
	at, end := 0, -1
	for _, letter := range word {
		found := false
		for i, r := range title[at:] {
			if i += at; r == letter && (i == end || beginsAt(title, i)) {
				at = i + utf8.RuneLen(r)
				end, found = at, true
				spans = append(spans, Span{i, at})
				break
			}
		}
		if !found {
			return nil
		}
	}
	return spans
}

// merged returns the spans in order, with those joined that touch.
func merged(spans []Span) (joined []Span) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.From, b.From) })
	for _, s := range spans {
		if n := len(joined); n > 0 && s.From <= joined[n-1].To {
			joined[n-1].To = max(joined[n-1].To, s.To)
			continue
		}
		joined = append(joined, s)
	}
	return joined
}
