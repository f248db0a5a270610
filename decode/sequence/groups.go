package sequence

import "fmt"

// Group are the names of a folder that belong to one sequence.
type Group struct {
	Pattern
	Count       int   // of its pictures, at least 2
	First, Last int64 // the smallest and the largest number
}

// Name returns the pattern without its folder.
func (g *Group) Name() string {
	p := g.Pattern
	p.Folder = ""
	return p.String()
}

func (g *Group) String() string {
	return fmt.Sprintf("%s, %d pictures, %d–%d", g.Name(), g.Count, g.First, g.Last)
}

// Groups finds the sequences among the names of a folder's pictures, in no order. Names whose numbers
// belong to more than one pattern are left out.
func Groups(names []string) (groups []Group) {
	type key struct{ prefix, suffix string }
	type member struct {
		Group
		widths widths
	}
	found := map[key]*member{}
	for _, name := range names {
		prefix, digits, suffix := divide(name)
		if digits == "" {
			continue
		}
		n := value(digits)
		m := found[key{prefix, suffix}]
		if m == nil {
			m = &member{Group: Group{Pattern: Pattern{Prefix: prefix, Suffix: suffix}, First: n, Last: n}}
			found[key{prefix, suffix}] = m
		}
		m.widths.note(digits)
		m.Count++
		m.First, m.Last = min(m.First, n), max(m.Last, n)
	}
	for _, m := range found {
		var err error
		if m.Digits, err = m.widths.digits(m.Prefix, m.Suffix); err != nil || m.Count < 2 {
			continue
		}
		if p, ok := Parse(m.Pattern.String()); ok && p == m.Pattern {
			groups = append(groups, m.Group)
		}
	}
	return groups
}
