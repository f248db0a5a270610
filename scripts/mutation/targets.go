package main

// target is a part of the source that gets mutants.
type target struct {
	name   string
	folder string   // of its package
	files  []string // patterns of names, all files of the package if empty
	// tests are the packages whose tests may find a mutant, its own and the fastest first. A
	// pattern of tests to run can follow after a space.
	tests []string
}

// targets are the parts on whose results everything else depends.
var targets = []target{
	{"edge", "edge", nil, []string{"edge", "quadpyramid", "analysis/kerneltest", "analysis"}},
	{"quadpyramid", "quadpyramid", nil, []string{"quadpyramid", "quadpyramid/points", "quadfile/treecode", "analysis"}},
	{"ocpyramid", "quadpyramid/ocpyramid", nil, []string{"quadpyramid/ocpyramid", "quadfile/treecode", "quadfile"}},
	{"feature", "feature", nil, []string{"feature", "analysis/kerneltest", "analysis/response", "quadfile"}},
	{"quadpyramid/points", "quadpyramid/points", nil, []string{"quadpyramid/points", "analysis"}},
	{"match", "match", nil, []string{"match", "analysis/response", "analysis"}},
	{"treecode", "quadfile/treecode", nil, []string{"quadfile/treecode", "quadfile", "quadfile/stored"}},
	{"json", "quadfile", []string{"write_json.go", "fields.go", "read_header.go", "read_frame.go", "scanner.go", "read.go", "coded.go"}, []string{"quadfile", "quadfile/stored", "pipeline/quads"}},
	{"ffq", "quadfile", []string{"ffq*.go", "write_ffq.go", "read_ffq.go", "indexed.go"}, []string{"quadfile", "quadfile/stored", "pipeline/quads"}},
	{"seek", "decode", []string{"seek*.go", "keys.go", "position.go", "reach.go"}, []string{"decode Seek|Position|Reach|Length", "decode", "decode/describe", "playback", "cli/trust"}},
	{"clock", "decode", []string{"clock.go", "discontinuity.go"}, []string{"decode Discontinu|Clock|Time|Synthetic|Seek", "decode", "decode/describe", "playback"}},
}
