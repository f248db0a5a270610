package session

import (
	"regexp"
	"strings"
	"testing"
)

// TestWidgetsHelp: the help of a widget names values as the widget's list does, not as the command line, and no flags.
func TestWidgetsHelp(t *testing.T) {
	for name := range helps {
		if r := Named(name); r == nil || r.Title == "" || r.Help == "" {
			t.Errorf("%q has no flag or no widget", name)
		}
	}
	table := Table()
	for i := range table {
		r := &table[i]
		help := r.Explained()
		if r.Title == "" {
			continue
		}
		before, _, _ := strings.Cut(strings.ToLower(help), "on the command line")
		if help == "" || strings.Contains(help, "One of") || strings.Contains(help, "${") || strings.Contains(before, " --") {
			t.Errorf("%s: %q", r.Name, help)
		}
		for _, w := range r.Words {
			if w.Title == "" || strings.EqualFold(w.Title, w.Name) {
				continue
			}
			if said := regexp.MustCompile(`(^|[.;:,] )` + regexp.QuoteMeta(w.Name) + `[ :,]`).FindString(help); said != "" {
				t.Errorf("%s: the list says %q, the help %q", r.Name, w.Title, said)
			}
		}
	}
}
