package palette

import "slices"

// Place is an entry's place in the menu.
type Place uint8

const (
	NotInMenu Place = iota
	InSubmenu       // that of its group
	InMenu          // itself
	AtEnd           // itself, after all groups
)

// Section is a group in the menu: lines, and then a submenu with the group's title.
type Section struct {
	Group   Group
	Lines   []*Entry
	Submenu []*Entry // empty for none
	Rule    bool     // a line separates it from the section above
}

// Menu returns the sections of the menu; the last one has the commands at its end and no group. Groups that are only a submenu stand together; rules
// separate the others.
func Menu(commands []Entry) (sections []Section) {
	for g := NoGroup + 1; g < GroupCount; g++ {
		s := Section{Group: g}
		for i := range commands {
			switch e := &commands[i]; {
			case e.Group != g:
			case e.Menu == InMenu:
				s.Lines = append(s.Lines, e)
			case e.Menu == InSubmenu:
				s.Submenu = append(s.Submenu, e)
			}
		}
		if len(s.Lines)+len(s.Submenu) == 0 {
			continue
		}
		if n := len(sections); n > 0 {
			s.Rule = len(s.Lines) > 0 || len(sections[n-1].Lines) > 0
		}
		sections = append(sections, s)
	}
	end := Section{Rule: len(sections) > 0}
	for i := range commands {
		if e := &commands[i]; e.Menu == AtEnd {
			end.Lines = append(end.Lines, e)
		}
	}
	return append(sections, end)
}

// Columns distributes heights, in order, to at most n columns so that the tallest one is as low as
// possible. It returns the index of each column's first height.
func Columns(heights []float32, n int) (first []int) {
	lowest := func(most float32) []int {
		first, used := []int{0}, float32(0)
		for i, h := range heights {
			if used += h; i > first[len(first)-1] && used > most {
				first, used = append(first, i), h
			}
		}
		return first
	}
	// The tallest column is the sum of some of the heights that follow each other.
	least := float32(0)
	for i := range heights {
		sum := float32(0)
		for _, h := range heights[i:] {
			sum += h
			if c := lowest(sum); len(c) <= n && (first == nil || sum < least) && sum >= slices.Max(heights) {
				first, least = c, sum
			}
		}
	}
	return first
}
