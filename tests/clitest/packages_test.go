package clitest

import "testing"

// TestPackageIn: packages are found where errors name them, but not in quotes or inside other
// words.
func TestPackageIn(t *testing.T) {
	for line, want := range map[string]string{
		`ffkvadrat: decode: open "x": read`:            "decode",
		`open "decode: a\" decode: b": read`:           "",
		`x: edge: no`:                                  "edge",
		"a decode: it; the decode; it is damaged":      "",
		"x is no export: header":                       "",
		"a; gpu: b":                                    "gpu",
		"ffkvadrat: --to is before --from; views: off": "views",
	} {
		if got := packageIn(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
