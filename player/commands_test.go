package player

import (
	"os"
	"strings"
	"testing"
)

// README.md lists the same keys with the same words.
func TestKeysAreTheReadmes(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "| key | does |\n| --- | --- |\n")
	if !found {
		t.Fatal("README.md has no table of keys")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var want strings.Builder
	for _, k := range listed().All {
		want.WriteString("| " + k.Keys + " | " + k.Help + " |\n")
	}
	if got := strings.ReplaceAll(table, "`", "") + "\n"; got != want.String() {
		t.Errorf("README.md has\n%s\nthe player\n%s", got, &want)
	}
}

// Every line of the menu is another one.
func TestMenuNamesNothingTwice(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range listed().Commands {
		if c.Menu && seen[c.Help] {
			t.Errorf("%q is in the menu twice", c.Help)
		}
		seen[c.Help] = seen[c.Help] || c.Menu
	}
}
