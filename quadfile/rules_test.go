package quadfile

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/tests/race"
	"ffkvadrat/yuv/channel"
)

// seen says what detects a broken rule.
type seen int

const (
	byBoth     seen = iota
	byDocument      // the schema of a whole document does
	byReader        // only the Reader; the rule is beyond JSON Schema
)

// rulesOf are exports that follow all rules of docs/reference/formats/quads.md; tests break each in
// one place.
func rulesOf() map[string]*Document {
	edges := &Document{sample(), sampleFrames()}
	limits := &Document{Header: sample()}
	a := &limits.Header.Analysis
	a.Operator, a.Threshold, a.Low, a.Invert, a.MinSize, a.MaxSize = edge.Range, 0.5, 0.25, true, 2, 16
	colours := &Document{Header: featureSample(), Frames: []Frame{{
		HasPTS: true,
		Quads:  []quadpyramid.Quad{quad(0, 0, 3), quad(8, 0, 2)},
		Means:  []feature.Mean{feature.NewMean(channel.Vector{1, 2, 3}), feature.NewMean(channel.Vector{4, 5, 16383})},
	}}}
	each := &Document{Header: sample(), Frames: []Frame{{HasPTS: true, Threshold: 0.25, Quads: []quadpyramid.Quad{quad(0, 0, 3)}}}}
	each.Header.Analysis.EachFrame = true
	box := &Document{Header: sample()}
	box.Header.Analysis = Analysis{Params: analysis.Params{Operator: edge.Box, Threshold: 0.01, Colours: channel.Box{Low: channel.Vector{100, 200, 300}, High: channel.Vector{100, 16383, 400}}}, Matrix: "bt709", Range: "full"}
	pixels := &Document{pointSample(), pointFrames()}
	classes := &Document{classSample(), classFrames()}
	sorted := &Document{pointSample(), pointFrames()[:1]}
	sorted.Header.Analysis.Order = points.ByValue
	sorted.Frames[0].Quads = []quadpyramid.Quad{quad(640, 719, 0), quad(9, 0, 0), quad(1279, 0, 0), quad(0, 1, 0)}
	sorted.Frames[0].Values = []uint16{65535, 255, 255, 0}
	hits := &Document{hitSample(), pointFrames()}
	return map[string]*Document{"cubes": {cubeSample(), cubeFrames()}, "hits": hits, "points": pixels, "sorted": sorted, "classes": classes, "edges": edges, "limits": limits, "colours": colours, "each": each, "box": box}
}

// TestRules breaks each rule of docs/reference/formats/quads.md. The Reader must report it, and the
// schema where it can.
func TestRules(t *testing.T) {
	s := compile(t)
	for _, c := range []struct {
		export, old, new, want string
		by                     seen
	}{
		// Text.
		{"edges", `clip.mp4`, "clip\xff.mp4", "not UTF-8", byReader},
		{"edges", `clip.mp4`, "clip\xed\xa0\x80.mp4", "not UTF-8", byReader},
		{"edges", `clip.mp4`, `clip\ud800.mp4`, "surrogate pair", byReader},
		{"edges", `clip.mp4`, `clip\udc00\ud800.mp4`, "no surrogate pair", byReader},
		{"edges", `clip.mp4`, "clip\n.mp4", `invalid character '\n'`, byBoth},
		{"edges", `clip.mp4`, `clip\x.mp4`, `invalid character 'x' where an escape`, byBoth},
		{"edges", `clip.mp4`, `clip\u12g4.mp4`, `invalid character 'g'`, byBoth},
		{"edges", `"version":1`, `"version":01`, `invalid character '1'`, byBoth},
		{"edges", `"version":1`, `"version":1.`, `invalid character ',' where a digit`, byBoth},
		{"edges", `"version":1`, `"version":1e`, `invalid character ',' where a digit`, byBoth},
		{"edges", `"version":1`, `"version":`, `invalid character ',' where a value`, byBoth},
		{"edges", `"version":1`, `"version" 1`, `invalid character '1' where a colon`, byBoth},
		{"edges", `"version":1`, `version:1`, `invalid character 'v' where a name`, byBoth},
		{"edges", `"version":1,`, `"version":1,,`, `invalid character ',' where a name`, byBoth},
		{"edges", `"version":1,`, `"version":1`, `invalid character '"' where a comma`, byBoth},
		{"edges", `"version":1,`, `"version":1,"a":tru,`, `invalid character ','`, byBoth},
		{"edges", `"version":1,`, `"version":1,"a":[1,],`, `invalid character ']'`, byBoth},
		{"edges", `"version":1,`, `"version":1,"a":[1},`, `invalid character '}'`, byBoth},
		{"edges", `"version":1,`, `"version":1,"a":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `,`, "nested deeper than 64", byBoth},
		{"edges", `[0,0,8]`, `[0,0,8,]`, `invalid character ']'`, byBoth},
		{"edges", `[0,0,8]`, `[00,0,8]`, `invalid character '0'`, byBoth},

		// The header.
		{"edges", `"format":"ffkvadrat-quads",`, ``, "not ffkvadrat-quads data", byBoth},
		{"edges", `"ffkvadrat-quads"`, `"other"`, "not ffkvadrat-quads data", byBoth},
		{"edges", `"ffkvadrat-quads"`, `"FFkvadrat-quads"`, "not ffkvadrat-quads data", byBoth},
		{"edges", `"ffkvadrat-quads"`, `"ffkvadrat-summary"`, "a summary, which has no quads", byBoth},
		{"edges", `"version":1,`, ``, `no "version"`, byBoth},
		{"edges", `"version":1`, `"version":3`, "unsupported version 3", byBoth},
		{"edges", `"version":1`, `"version":2`, "version 2: it is 2 with each_frame", byBoth},
		{"each", `"version":2`, `"version":1`, "version 1: it is 2 with each_frame", byBoth},
		{"each", `,"each_frame":1`, ``, "version 2: it is 2 with each_frame", byBoth},
		{"each", `,"threshold":0.25,"quad`, `,"quad`, "a frame has a threshold exactly if", byReader},
		{"edges", `,"quad_count"`, `,"threshold":0.25,"quad_count"`, "a frame has a threshold exactly if", byReader},
		{"each", `"threshold":0.25`, `"threshold":-0.25`, "threshold -0.25", byBoth},
		{"each", `"threshold":0.25`, `"threshold":4.25`, "threshold 4.25", byReader},
		{"edges", `"version":1`, `"version":"1"`, "version is a string, not a whole number", byBoth},
		{"edges", `"version":1`, `"version":1.0`, "version is 1.0, not a whole number", byReader},
		{"edges", `"version":1`, `"Version":1`, `no "version"`, byBoth},
		{"edges", `"source"`, `"sources"`, `no "source"`, byBoth},
		{"edges", `"source"`, `"SOURCE"`, `no "source"`, byBoth},
		{"edges", `"analysis"`, `"analyses"`, `no "analysis"`, byBoth},
		{"edges", `,"quad_fields":["x","y","size"]`, ``, `no "quad_fields"`, byBoth},
		{"edges", `["x","y","size"]`, `[]`, "empty quad_fields", byBoth},
		{"edges", `["x","y","size"]`, `["x","y"]`, `, but no "size"`, byDocument},
		{"edges", `["x","y","size"]`, `["y","x","size"]`, "not inside the 5×3 picture", byReader},
		{"edges", `["x","y","size"]`, `["x","size","x"]`, `"x" twice`, byBoth},
		{"edges", `["x","y","size"]`, `["x","y","size","pts"]`, "unsupported quad fields", byBoth},
		{"edges", `["x","y","size"]`, `["x","y","size","r"]`, "unsupported quad fields", byBoth},
		{"edges", `["x","y","size"]`, `["x","y","size","","","",""]`, "quad_fields is empty", byBoth},
		{"edges", `["x","y","size"]`, `["x","y","size","x","y","size","x"]`, "more than 6 names", byBoth},
		{"edges", `["x","y","size"]`, `["x","y","size","mean_r","mean_g","mean_b"]`, "unsupported quad fields", byBoth},
		{"colours", `,"mean_r","mean_g","mean_b"`, ``, "not an array of three whole numbers", byDocument},
		{"colours", `,"mean_r","mean_g","mean_b"`, `,"mean_g"`, "the mean is incomplete", byDocument},
		{"colours", `"mean_r","mean_g","mean_b"`, `"mean_y","mean_u","mean_v"`, "unsupported quad fields", byBoth},

		// Its source.
		{"edges", `"stream_index":0,`, ``, `no "stream_index"`, byBoth},
		{"edges", `"stream_index":0`, `"stream_index":0.5`, "stream_index is 0.5, not a whole number", byBoth},
		{"edges", `"stream_index":0`, `"stream_index":-1`, "stream_index -1 is not between 0", byBoth},
		{"edges", `"width":1280,`, ``, `no "width"`, byBoth},
		{"edges", `"height":720,`, ``, `no "height"`, byBoth},
		{"edges", `"height":720`, `"height":0`, "height 0 is not between 1 and 16384", byBoth},
		{"edges", `"width":1280`, `"width":16385`, "width 16385 is not between 1 and 16384", byBoth},
		{"edges", `"width":1280`, `"width":99999999999999999999`, "width 99999999999999999999 is not between", byBoth},
		{"edges", `"time_base":"1/12800",`, ``, `no "time_base"`, byBoth},
		{"edges", `"1/12800"`, `"1:12800"`, `time_base "1:12800" is not a fraction`, byBoth},
		{"edges", `"1/12800"`, `"0/1"`, `time_base "0/1" is not a fraction`, byBoth},
		{"edges", `"1/12800"`, `"+1/12800"`, `"+1/12800" is not a fraction`, byBoth},
		{"edges", `"1/12800"`, `"01/12800"`, `"01/12800" is not a fraction`, byBoth},
		{"edges", `"1/12800"`, `"1/12800/1"`, `"1/12800/1" is not a fraction`, byBoth},
		{"edges", `"25/1"`, `"x/1"`, `"x/1" is not a fraction`, byBoth},
		{"edges", `"25/1"`, `"0/0"`, `"0/0" is not a fraction`, byBoth},
		{"edges", `"25/1"`, `"-25/1"`, `"-25/1" is not a fraction`, byBoth},
		{"edges", `"25/1"`, `"25/4294967296"`, "is not a fraction", byReader},

		// Its analysis.
		{"edges", `"variant":"edge-threshold",`, ``, `no "variant"`, byBoth},
		{"edges", `edge-threshold`, `edge`, `unsupported variant "edge"`, byBoth},
		{"edges", `edge-threshold`, `common-feature`, `unsupported features ""`, byBoth},
		{"edges", `"threshold":0.01,`, ``, `no "threshold"`, byBoth},
		{"edges", `"threshold":0.01`, `"threshold":-1`, "threshold -1 is not between 0 and 4", byBoth},
		{"edges", `"threshold":0.01`, `"threshold":5`, "threshold 5 is not between 0 and 4", byBoth},
		{"edges", `"threshold":0.01`, `"threshold":1e999`, "threshold 1e999 is too large", byBoth},
		{"edges", `"threshold":0.01`, `"threshold":"0.01"`, "threshold is a string, not a number", byBoth},
		{"colours", `"threshold":0.001`, `"threshold":4.1`, "threshold 4.1 is not between 0 and 4", byBoth},
		{"edges", `"operator":"cross",`, ``, `the operator is missing`, byBoth},
		{"edges", `"cross"`, `"foo"`, `unsupported operator "foo"`, byBoth},
		{"edges", `"cross"`, `"Cross"`, `unsupported operator "Cross"`, byBoth},
		{"edges", `,"planes":"y"`, ``, `unsupported planes ""`, byBoth},
		{"edges", `"planes":"y"`, `"planes":"v"`, `unsupported planes "v"`, byBoth},
		{"edges", `"cross","planes":"y"`, `"luma","planes":"yuv"`, "operator luma reads one plane", byBoth},
		{"edges", `"planes":"y"`, `"planes":"y","features":"rgb"`, `cannot have features "rgb"`, byBoth},
		{"edges", `"planes":"y"`, `"planes":"y","low":4.005`, "the lower bound 4.005 is not between 0 and the threshold, 0.01", byBoth},
		{"edges", `"cross","planes":"y"`, `"luma","planes":"y","low":0.005`, "operator luma has no lower bound", byBoth},
		{"box", `"threshold":0.01`, `"threshold":3.01`, "threshold 3.01 is not between 0 and 3", byBoth},
		{"box", `,"colours":[[100,200,300],[100,16383,400]]`, ``, `no "colours"`, byBoth},
		{"box", `"box"`, `"colour"`, "operator colour takes one colour", byBoth},
		{"box", `"operator":"box"`, `"operator":"cross","planes":"y"`, "colours need an operator", byBoth},
		{"box", `"operator":"box"`, `"operator":"box","planes":"y"`, `operator box cannot have planes "y"`, byBoth},
		{"box", `"features":"rgb",`, ``, `unsupported features ""`, byBoth},
		{"box", `[[100,200,300],[100,16383,400]]`, `[]`, "colours has 0 colours", byBoth},
		{"box", `[100,200,300],`, `[100,200,300],[100,200,300],`, "colours has 3 colours", byBoth},
		{"box", `[100,16383,400]`, `[100,200,300]`, "colours has one colour twice", byBoth},
		{"box", `[100,16383,400]`, `[100,16383]`, "colours has a colour of 2 numbers", byBoth},
		{"box", `[100,16383,400]`, `[100,16384,400]`, "colours 16384 is not between 0 and 16383", byBoth},
		{"box", `[100,16383,400]`, `[100,16383,200]`, "channel 2 is not between", byReader},
		{"box", `[100,16383,400]`, `[100,16383,400.5]`, "not a whole number", byBoth},
		{"box", `[100,16383,400]`, `"#ffffff"`, "is a string, not an array", byBoth},
		{"edges", `"planes":"y"`, `"planes":"y","colours":[[0,0,0]]`, "colours need an operator", byBoth},
		{"colours", `"features":"rgb"`, `"features":"rgb","colours":[[0,0,0]]`, "colours need an operator", byBoth},
		{"limits", `"low":0.25`, `"low":0`, "low is 0", byBoth},
		{"limits", `"low":0.25`, `"low":-0.25`, "the lower bound -0.25 is not between", byBoth},
		{"limits", `"low":0.25`, `"low":0.75`, "the lower bound 0.75 is not between 0 and the threshold, 0.5", byReader},
		{"limits", `"invert":1`, `"invert":0`, "invert 0 is not 1", byBoth},
		{"limits", `"invert":1`, `"invert":true`, "invert is a boolean, not a whole number", byBoth},
		{"limits", `"min_size":2`, `"min_size":0`, "min_size 0 is not between 1 and 16384", byBoth},
		{"limits", `"min_size":2`, `"min_size":3`, "the smallest quad, 3 pixels, is not a power of two", byBoth},
		{"limits", `"max_size":16`, `"max_size":0`, "max_size 0 is not between 1 and 16384", byBoth},
		{"limits", `"max_size":16`, `"max_size":32768`, "max_size 32768 is not between 1 and 16384", byBoth},
		{"limits", `"max_size":16`, `"max_size":1`, "the smallest quad, 2 pixels, is larger than the largest, 1", byReader},
		{"colours", `"features":"rgb",`, ``, `unsupported features ""`, byBoth},
		{"colours", `"features":"rgb"`, `"features":"hsv"`, `unsupported features "hsv"`, byBoth},
		{"colours", `"features":"rgb"`, `"features":"rgb","operator":"cross"`, "cannot have operator, planes", byBoth},
		{"colours", `"features":"rgb"`, `"features":"rgb","planes":"y"`, "cannot have operator, planes", byBoth},
		{"colours", `"features":"rgb"`, `"features":"rgb","low":0.1`, "cannot have operator, planes", byBoth},
		{"colours", `"features":"rgb"`, `"features":"rgb","invert":1`, "cannot have operator, planes", byBoth},
		{"colours", `"features":"rgb"`, `"features":"yuv"`, "matrix and range need RGB features", byBoth},
		{"colours", `"bt709"`, `"bt470bg"`, `unsupported matrix "bt470bg"`, byBoth},
		{"colours", `"full"`, `"pc"`, `unsupported range "pc"`, byBoth},
		{"colours", `"matrix":"bt709",`, ``, "matrix and range belong together: one is missing", byBoth},
		{"colours", `,"range":"full"`, ``, "matrix and range belong together: one is missing", byBoth},
		{"edges", `"planes":"y"`, `"planes":"y","matrix":"bt709","range":"full"`, "matrix and range need RGB features", byBoth},

		// A frame.
		{"edges", `{"frame_index":1,"pts_time":"0.040000","pts_synthetic":1,"key_frame":0,"quad_count":0,"coverage":0.000000,"quads":[]}`, `7`, "the record is a number, not an object", byBoth},
		{"edges", `"frame_index":0`, `"frame_index":-1`, "frame_index -1 is less than 0", byBoth},
		{"edges", `"frame_index":0`, `"frame_index":0.5`, "frame_index is 0.5, not a whole number", byBoth},
		{"edges", `"frame_index":1`, `"frame_index":0`, "frame_index 0 does not ascend", byReader},
		{"edges", `"pts":0,`, ``, "either pts or pts_synthetic", byBoth},
		{"edges", `"pts":0,`, `"pts":0,"pts_synthetic":1,`, "either pts or pts_synthetic", byBoth},
		{"edges", `"pts":0`, `"pts":0.0`, "pts is 0.0, not a whole number", byReader},
		{"edges", `"pts":0`, `"pts":9223372036854775808`, "pts 9223372036854775808 is not between", byBoth},
		{"edges", `"pts_synthetic":1`, `"pts_synthetic":0`, "pts_synthetic 0 is not 1", byBoth},
		{"edges", `"pts_time":"0.000000",`, ``, `no "pts_time"`, byBoth},
		{"edges", `"0.000000"`, `0`, "pts_time is a number, not a string", byBoth},
		{"edges", `"0.000000"`, `"0.00"`, "six decimals", byBoth},
		{"edges", `"0.000000"`, `"+0.000000"`, "six decimals", byBoth},
		{"edges", `"0.000000"`, `"0e0"`, "six decimals", byBoth},
		{"edges", `"0.000000"`, `"00.000000"`, "six decimals", byBoth},
		{"edges", `"0.000000"`, `"--0.000000"`, "six decimals", byBoth},
		{"edges", `"0.000000"`, `"-0.000000"`, `which are 0.000000`, byReader},
		{"edges", `"0.000000"`, `"0.000001"`, `pts_time "0.000001" with pts 0 and a time base of 1/12800`, byReader},
		{"edges", `"0.040000"`, `"` + strings.Repeat("9", 400) + `.000000"`, "is too large", byReader},
		{"edges", `"key_frame":1,`, ``, `no "key_frame"`, byBoth},
		{"edges", `"key_frame":1`, `"key_frame":2`, "key_frame 2 is not between 0 and 1", byBoth},
		{"edges", `"key_frame":1`, `"key_frame":true`, "key_frame is a boolean", byBoth},
		{"edges", `"pict_type":"I"`, `"pict_type":"X"`, `unknown pict_type "X"`, byBoth},
		{"edges", `"pict_type":"I"`, `"pict_type":"?"`, `unknown pict_type "?"`, byBoth},
		{"edges", `"pict_type":"I"`, `"pict_type":"II"`, `unknown pict_type "II"`, byBoth},
		{"edges", `"width":5,`, ``, "width and height belong together: one is missing", byBoth},
		{"edges", `,"height":3`, ``, "width and height belong together: one is missing", byBoth},
		{"edges", `"width":5`, `"width":0`, "width 0 is not between 1 and 16384", byBoth},
		{"edges", `"height":3`, `"height":16385`, "height 16385 is not between 1 and 16384", byBoth},
		{"edges", `"pict_type":"I"`, `"width":1280,"height":720`, "width and height equal the header's", byReader},
		{"edges", `"pict_type":"I"`, `"pix_fmt":"yuv420p"`, "pix_fmt equals the header's", byReader},
		{"edges", `"width":5,"height":3,"pix_fmt":"gray","corrupt":1,"errors":2,"quad_count":2,"coverage":0.333333,"quads":[[0,0,2],[4,2,1]]`,
			`"quad_count":2,"coverage":0.333333,"quads":[[0,0,2],[4,2,1]],"width":5,"height":3`, "width comes after quads", byReader},
		{"edges", `"corrupt":1`, `"corrupt":0`, "corrupt 0 is not 1", byBoth},
		{"edges", `"errors":2`, `"errors":0`, "errors 0 is not between 1 and", byBoth},
		{"edges", `"quad_count":3,`, ``, `no "quad_count"`, byBoth},
		{"edges", `"quad_count":3`, `"quad_count":-1`, "quad_count -1 is less than 0", byBoth},
		{"edges", `"quad_count":3`, `"quad_count":4`, "quad_count 4 with 3 quads", byReader},
		{"edges", `"coverage":0.000091,`, ``, `no "coverage"`, byBoth},
		{"edges", `0.000091`, `0.000092`, "coverage 9.2e-05 with quads that cover 0.000091", byReader},
		{"edges", `0.000091`, `0.00009115`, "coverage 9.115e-05 with", byReader}, // exact up to rounding
		{"edges", `0.000091`, `1.5`, "coverage 1.5 with", byBoth},
		{"edges", `0.000091`, `"0.000091"`, "coverage is a string, not a number", byBoth},

		// Its quads.
		{"edges", `,"quads":[]`, ``, `no "quads"`, byBoth},
		{"edges", `"quads":[]`, `"quads":{}`, "quads is an object, not an array", byBoth},
		{"edges", `[8,0,4]`, `8`, "quad 1: not an array of three whole numbers", byBoth},
		{"edges", `[8,0,4]`, `[]`, "not an array of three whole numbers", byBoth},
		{"edges", `[8,0,4]`, `[8,0]`, "not an array of three whole numbers", byBoth},
		{"edges", `[8,0,4]`, `[8,0,4,1,2,3]`, "not an array of three whole numbers", byDocument},
		{"edges", `[8,0,4]`, `[8,0.0,4]`, "not an array of three whole numbers", byReader},
		{"edges", `[8,0,4]`, `[8e0,0,4]`, "not an array of three whole numbers", byReader},
		{"edges", `[8,0,4]`, `[8,-4,4]`, "not an array of three whole numbers", byBoth},
		{"edges", `[8,0,4]`, `["8",0,4]`, "not an array of three whole numbers", byBoth},
		{"edges", `[8,0,4]`, `{"x":8}`, "not an array of three whole numbers", byBoth},
		{"edges", `[8,0,4]`, `[16385,0,1]`, "beyond 16384", byBoth},
		{"edges", `[8,0,4]`, `[99999999999999999999,0,1]`, "beyond 16384", byBoth},
		{"edges", `[8,0,4]`, `[16384,0,1]`, "outside any picture", byBoth},
		{"edges", `[8,0,4]`, `[8,0,3]`, "size 3 is not a power of two", byDocument},
		{"edges", `[8,0,4]`, `[8,0,0]`, "size 0 is not a power of two", byDocument},
		{"edges", `[8,0,4]`, `[9,0,4]`, "not a multiple of the size 4", byReader},
		{"edges", `[8,0,4]`, `[0,0,4]`, "Morton order", byReader},
		{"edges", `[0,0,8],[8,0,4]`, `[8,0,4],[0,0,8]`, "Morton order", byReader},
		{"edges", `[8,0,4]`, `[1280,0,4]`, "not inside the 1280×720 picture", byReader},
		{"edges", `[8,0,4]`, `[1024,0,512]`, "not inside the 1280×720 picture", byReader},
		{"edges", `[8,0,4]`, `[0,704,32]`, "not inside the 1280×720 picture", byReader},
		{"colours", `[0,0,8,1,2,3]`, `[0,0,8]`, "not an array of six whole numbers", byDocument},
		{"colours", `[0,0,8,1,2,3]`, `[0,0,8,1,2,3,4]`, "not an array of six whole numbers", byBoth},
		{"colours", `[0,0,8,1,2,3]`, `[0,0,8,1,2.5,3]`, "not an array of six whole numbers", byBoth},
		{"colours", `[0,0,8,1,2,3]`, `[0,0,8,1,2,16384]`, "beyond 16383", byBoth},

		// Classes.
		{"classes", `"bounds":[0.25,0.5]`, `"bounds":[]`, "bounds are empty", byBoth},
		{"classes", `"bounds":[0.25,0.5]`, `"bounds":[0.5,0.25]`, "not in ascending order", byReader},
		{"classes", `"bounds":[0.25,0.5]`, `"bounds":[0.25,0.25]`, "not in ascending order", byBoth},
		{"classes", `"bounds":[0.25,0.5]`, `"bounds":[-0.25,0.5]`, "not in ascending order", byBoth},
		{"classes", `"bounds":[0.25,0.5]`, `"bounds":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]`, "at most 16", byBoth},
		{"classes", `"bounds":[0.25,0.5]`, `"bounds":0.25`, "is a number, not an array", byBoth},
		{"classes", `,"bounds":[0.25,0.5]`, ``, "unsupported quad fields", byBoth},
		{"classes", `,"class"]`, `]`, `, but no "class"`, byDocument},
		{"classes", `"low":0.125`, `"low":0.125,"invert":1`, "invert cannot be used with classes", byBoth},
		{"classes", `"low":0.125`, `"low":0.125,"order":"morton"`, "variant edge-threshold cannot have order", byBoth},
		{"classes", `"operator":"range","planes":"y","low":0.125`, `"operator":"luma","planes":"y"`, "operator luma has no classes", byBoth},
		{"points", `"planes":"y"`, `"planes":"y","bounds":[0.005]`, "bounds cannot be combined with order lines", byBoth},
		{"colours", `"features":"rgb"`, `"features":"rgb","bounds":[0.1]`, "cannot have operator, planes, low", byBoth},
		{"classes", `[8,0,4,2]`, `[8,0,4]`, "not an array of four whole numbers", byDocument},
		{"classes", `[8,0,4,2]`, `[8,0,4,3]`, "class 3 of 3 classes", byReader},
		{"classes", `[8,0,4,2]`, `[8,0,4,16]`, "class 16 of 3 classes", byBoth},
		{"classes", `[9,9,1,2]`, `[9,9,1,1]`, "class 1 after class 2", byReader},
		{"classes", `[9,9,1,2]`, `[8,0,1,2]`, "Morton order", byReader},
		{"edges", `[8,0,4]`, `[8,0,4,1]`, "not an array of three whole numbers", byDocument},

		// Cubes.
		{"cubes", `"cube":16`, `"cube":12`, "not of 12", byBoth},
		{"cubes", `"cube":16`, `"cube":128`, "cube 128 is not between 1 and 64", byBoth},
		{"cubes", `"every":2`, `"every":1`, "every 1 is", byBoth},
		{"cubes", `,"cube":16,"cuts":1`, ``, "every needs cubes", byBoth},
		{"cubes", `,"cube":16,"cuts":1,"every":2`, `,"cuts":1`, "cuts needs cubes", byBoth},
		{"cubes", `"cuts":1`, `"cuts":0`, "cuts", byBoth},
		{"cubes", `"frame","size"]`, `"size"]`, `, but no "frame"`, byDocument},
		{"cubes", `"planes":"y"`, `"planes":"y","bounds":[0.005]`, "cubes cannot have bounds", byBoth},
		{"points", `"order":"lines"`, `"order":"lines","cube":8`, "variant leaf-points cannot have cubes", byBoth},
		{"each", `"each_frame":1`, `"each_frame":1,"cube":8`, "cubes cannot have a threshold for each frame", byBoth},
		{"edges", `"quad_count"`, `"frames":1,"quad_count"`, "frames without cubes", byBoth},
		{"cubes", `"frames":13,`, ``, `no "frames"`, byDocument},
		{"cubes", `"frames":13`, `"frames":0`, "frames 0 is not between 1 and 16", byBoth},
		{"cubes", `"frames":13`, `"frames":17`, "frames 17 is not between 1 and 16", byReader},
		{"cubes", `"frames":13`, `"frames":12`, "not inside the window of 12 frames", byReader},
		{"cubes", `"frames":13,"quad_count":4,"coverage":0.000048,"quads":[[0,0,0,8],[0,0,12,1],[8,0,8,4],[12,0,8,1]]`, `"quad_count":4,"coverage":0.000048,"quads":[[0,0,0,8],[0,0,12,1],[8,0,8,4],[12,0,8,1]],"frames":13`, `no "frames" before quads`, byReader},
		{"cubes", `[8,0,8,4]`, `[8,0,8]`, "not an array of four whole numbers", byBoth},
		{"cubes", `[8,0,8,4]`, `[8,0,8,3]`, "size 3 is not a power of two", byBoth},
		{"cubes", `[8,0,8,4]`, `[8,0,9,4]`, "frame 9 is not a multiple of the size 4", byReader},
		{"cubes", `[8,0,8,4]`, `[8,0,12,4]`, "not inside the window of 13 frames", byReader},
		{"cubes", `[8,0,8,4]`, `[9,0,8,4]`, "not a multiple of the size 4", byReader},
		{"cubes", `[8,0,8,4]`, `[1280,0,8,4]`, "not inside the 1280×720 picture", byReader},
		{"cubes", `[8,0,8,4]`, `[0,0,4,4]`, "Morton order", byReader},
		{"cubes", `[0,0,12,1],[8,0,8,4]`, `[8,0,8,4],[0,0,12,1]`, "Morton order", byReader},

		// Points.
		{"sorted", `[640,719,65535]`, `[640,719,254]`, "the value 255 after 254", byReader},
		{"sorted", `[1279,0,255]`, `[8,0,255]`, "Morton order", byReader},
		{"points", `,"order":"lines"`, ``, `cannot have order ""`, byBoth},
		{"points", `"lines"`, `"columns"`, `cannot have order "columns"`, byBoth},
		{"points", `"lines"`, `"morton"`, "Morton order", byReader},
		{"points", `"order":"lines"`, `"order":"lines","max_size":1`, "cannot have min_size", byBoth},
		{"edges", `"planes":"y"`, `"planes":"y","order":"morton"`, `cannot have order "morton"`, byBoth},
		{"points", `leaf-points`, `edge-threshold`, `cannot have order "lines"`, byBoth},
		{"points", `"value"`, `"size"`, "unsupported quad fields", byBoth},
		{"points", `[9,0,0]`, `[9,0]`, "not an array of three whole numbers", byBoth},
		{"points", `[9,0,0]`, `[9,0,65536]`, "the value 65536 is beyond", byBoth},
		{"points", `[9,0,0]`, `[1280,0,0]`, "(1280,0) is not inside the 1280×720 picture", byReader},
		{"points", `[9,0,0]`, `[9,99999,0]`, "(9,99999) is not inside", byBoth},
		{"points", `[9,0,0]`, `[9,1,0]`, "not after the one before it line by line", byReader},

		// Hits.
		{"hits", `,"suppress":1`, `,"suppress":0`, "is not 1", byBoth},
		{"hits", `"template":{`, `"pattern":{`, "needs a template", byBoth},
		{"hits", `"range":"limited"`, `"range":"narrow"`, `"narrow" is not a range`, byBoth},
		{"hits", `"width":3`, `"width":2`, "2×2 pixels has 6 bytes of samples, not 4", byReader},
		{"hits", `"width":3`, `"width":65`, "width 65 is not between 1 and 64", byBoth},
		{"hits", `"depth":8`, `"depth":7`, "depth 7 is not between 8 and 16", byBoth},
		{"hits", `"depth":8,`, ``, `no "depth"`, byBoth},
		{"hits", `"samples":"`, `"samples":"?`, "illegal base64", byBoth},
		{"hits", `"threshold":0.05`, `"threshold":1.05`, "threshold 1.05 is not between 0 and 1", byBoth},
		{"hits", `"order":"lines"`, `"order":"lines","operator":"cross"`, "variant template-hits cannot have operator", byBoth},
		{"hits", `,"order":"lines"`, ``, `cannot have order ""`, byBoth},
		{"points", `"planes":"y"`, `"planes":"y","suppress":1`, "variant leaf-points cannot have a template", byBoth},
		{"edges", `"planes":"y"`, `"planes":"y","template":{"width":1,"height":1,"depth":8,"range":"full","samples":"AA=="}`, "variant edge-threshold cannot have a template", byBoth},
	} {
		for _, format := range []Format{JSON, NDJSON} {
			doc := rulesOf()[c.export]
			good := export(t, format, doc.Header, doc.Frames...)
			bad := strings.Replace(good, c.old, c.new, 1)
			if bad == good {
				t.Fatalf("%s is not in the export %s", c.old, c.export)
			}
			name := fmt.Sprintf("%v %s, %.60s for %.60s", format, c.export, c.new, c.old)
			if _, err := Read(strings.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "quadfile: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
			refused := c.by == byBoth || c.by == byDocument && format == JSON
			if err := s.validate(bad, format); (err != nil) != refused {
				t.Errorf("%s: by the schema %v", name, err)
			}
		}
	}
	for name, doc := range rulesOf() {
		for _, format := range []Format{JSON, NDJSON} {
			good := export(t, format, doc.Header, doc.Frames...)
			if _, err := Read(strings.NewReader(good)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if err := s.validate(good, format); err != nil {
				t.Errorf("%s: by the schema %v", name, err)
			}
		}
	}
}

// TestRulesOfEveryField replaces every value by null, values of other kinds and an empty string,
// and repeats every field.
func TestRulesOfEveryField(t *testing.T) {
	race.Plain(t)
	s := compile(t)
	field := regexp.MustCompile(`"[a-z_]+":("[^"]*"|[-0-9.]+|\[(?:[^][]|\[[^]]*\])*\])`)
	for name, doc := range rulesOf() {
		good := export(t, JSON, doc.Header, doc.Frames...)
		for _, at := range field.FindAllStringSubmatchIndex(good, -1) {
			member, value := good[at[0]:at[1]], good[at[2]:at[3]]
			if strings.HasPrefix(member, `"quads"`) || strings.HasPrefix(member, `"frames"`) {
				continue
			}
			for _, other := range []string{"null", "true", "{}", "[[]]", `""`, "9.5", `"9.5"`, member} {
				bad := good[:at[2]] + other + good[at[3]:]
				want := " "
				if other == member {
					bad, want = good[:at[0]]+member+","+good[at[0]:], " twice"
				} else if strings.HasPrefix(other, `"9`) && value[0] == '"' && regexp.MustCompile(`"(path|codec_name|pix_fmt)"`).MatchString(member) {
					continue // any name is valid
				}
				if _, err := Read(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s, %s for %s: %v", name, other, member, err)
				}
				if err := s.validate(bad, JSON); err == nil && other != member {
					t.Errorf("%s, %s for %s: admitted by the schema", name, other, member)
				}
			}
		}
	}
}

// TestForms breaks the rules of the two forms.
func TestForms(t *testing.T) {
	document := export(t, JSON, sample(), sampleFrames()...)
	lines := export(t, NDJSON, sample(), sampleFrames()...)
	head, rest, _ := strings.Cut(lines, "\n")
	for name, c := range map[string]struct{ text, want string }{
		"nothing":                {"", "unexpected EOF"},
		"no header":              {rest, "not ffkvadrat-quads data"},
		"an empty line at first": {"\n" + lines, "an empty line"},
		"an empty line":          {strings.Replace(lines, "\n", "\n \n", 1), "record 0: an empty line"},
		"an empty line at last":  {lines + "\n", "record 3: an empty line"},
		"all on one line":        {strings.ReplaceAll(lines, "\n", " "), "header: it is not on its own line"},
		"two on a line":          {head + "\n" + strings.Replace(rest, "\n", "", 1), "record 0: it is not on its own line"},
		"one on two lines":       {head + "\n" + strings.Replace(rest, ",", ",\n", 1), "record 0: it is not on its own line"},
		"a header on two lines":  {strings.Replace(lines, ",", ",\n", 1), "header: it is not on its own line"},
		"a second header line":   {head + "\n" + lines, `record 0: no "pts_time"`},
		"a number for a line":    {head + "\n7", "the record is a number, not an object"},
		"not JSON":               {"x,y,size\n", "invalid character 'x' where a value"},

		"header behind another field": {strings.Replace(document, `{"header"`, `{"made":1,"header"`, 1), "not"},
		"no frames":                   {`{"header":` + sampleHeader + `}`, `no "frames"`},
		"frames that are an object":   {`{"header":` + sampleHeader + `,"frames":{}}`, "frames is an object, not an array"},
		"frames that are null":        {`{"header":` + sampleHeader + `,"frames":null}`, "frames is null, not an array"},
		"a header that is null":       {`{"header":null,"frames":[]}`, "the header is null, not an object"},
		"two headers":                 {strings.Replace(document, `"frames"`, `"header":`+sampleHeader+`,"frames"`, 1), "header twice"},
		"a header behind the frames":  {strings.TrimSuffix(document, "}\n") + `,"header":` + sampleHeader + `}`, "header twice"},
		"two lists of frames":         {strings.TrimSuffix(document, "}\n") + `,"frames":[]}`, "frames twice"},
		"more past the end":           {document + "{}", "invalid character '{' where the end"},
		"a comma behind the last":     {strings.TrimSuffix(document, "\n]}\n") + ",]}", "invalid character ']'"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	for name, text := range map[string]string{
		"the last line without its end":    strings.TrimSuffix(lines, "\n"),
		"lines that end as on Windows":     strings.ReplaceAll(lines, "\n", "\r\n"),
		"a document on one line":           strings.ReplaceAll(document, "\n", ""),
		"fields in another order":          strings.Replace(lines, `"frame_index":0,"pts":0,`, `"pts":0,"frame_index":0,`, 1),
		"a name with escapes":              strings.Replace(lines, `"pts":0`, `"\u0070t\u0073":0`, 1),
		"numbers in another way":           strings.Replace(strings.Replace(lines, `0.000091`, `9.1e-5`, 1), `0.01`, `1E-02`, 1),
		"fields that are not known, twice": strings.Replace(lines, `"pts":0`, `"PTS":0,"PTS":[{"pts":null}],"pts":0`, 1),
	} {
		if _, err := Read(strings.NewReader(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
