package rawvideo

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Guess returns the layout that a file's name says, as test sets name their files, such as
// BasketballDrive_1920x1080_50.yuv or name_1920x1080_50fps_10bit_420.yuv. What the name leaves out is
// 4:2:0, 8 bits and DefaultRate. ok is false if the name says no size.
func Guess(name string) (l Layout, ok bool) {
	words := wordsOf(name)
	var g guess
	for _, p := range patterns() {
		if m := p.expr.FindStringSubmatch(words); m != nil {
			p.take(&g, m[1:])
		}
	}
	if g.width == 0 || g.foreign {
		return Layout{}, false
	}
	if g.rate == (Rate{}) {
		g.rate = DefaultRate
	}
	return Layout{Width: g.width, Height: g.height, PixelFormat: g.pixelFormat(), Rate: g.rate}, true
}

// guess is what a name says; zero values mean nothing yet.
type guess struct {
	width, height int
	rate          Rate
	depth         int
	bigEndian     bool
	chroma        string // "420", "400" for gray
	format        string // a pixel format, or the start of one that lacks its depth
	foreign       bool   // FFmpeg has no such pixel format
}

// separators are what stands between the words of a name.
var separators = regexp.MustCompile(`[^a-z0-9]+`)

// wordsOf returns a name in lower case with one underscore before, between and after its words, and
// decimal rates without their point.
func wordsOf(name string) string {
	s := strings.ReplaceAll(strings.ToLower(filepath.Base(name)), "×", "x")
	for rate := range ntsc {
		s = strings.ReplaceAll(s, rate, strings.Replace(rate, ".", "", 1))
	}
	return "_" + strings.Trim(separators.ReplaceAllString(s, "_"), "_") + "_"
}

// pattern is one way of writing, in which a name says something. The first pattern that says a thing
// decides.
type pattern struct {
	expr *regexp.Regexp
	take func(g *guess, m []string)
}

func says(expr string, take func(g *guess, m []string)) pattern {
	return pattern{regexp.MustCompile(expr), take}
}

// patterns are all ways of writing. The usual order of a name is size, rate, depth: numbers without a
// unit are read only there.
var patterns = sync.OnceValue(func() []pattern {
	return []pattern{
		says(`[^0-9](\d{1,5})x(\d{1,5})[^0-9]`, func(g *guess, m []string) { g.size([2]int{number(m[0]), number(m[1])}) }), // 1920x1080
		says(`_(`+oneOf(sizes)+`)_`, func(g *guess, m []string) { g.size(sizes[m[0]]) }),                                   // cif
		says(`[^0-9](`+oneOf(lines)+`)[pi][^a-z]`, func(g *guess, m []string) { g.size(lines[m[0]]) }),                     // 720p, 1080p25

		says(`[^0-9](\d{1,6})_?(?:fps|hz)_`, func(g *guess, m []string) { g.frames(m[0], true) }),              // 50fps, 5994_hz
		says(`[^0-9](?:`+oneOf(lines)+`)[pi](\d{2,6})_`, func(g *guess, m []string) { g.frames(m[0], false) }), // 1080p25
		says(`\dx\d{1,5}(?:[pi]_?|_)(\d{1,6})[pi]?_`, func(g *guess, m []string) { g.frames(m[0], false) }),    // 1920x1080_50, 1920x1080p50, 1920x1080_50p
		says(`_(?:`+oneOf(sizes)+`)_(\d{1,6})p?_`, func(g *guess, m []string) { g.frames(m[0], false) }),       // cif_30
		says(`_(?:`+oneOf(lines)+`)[pi]_(\d{2,6})p?_`, func(g *guess, m []string) { g.frames(m[0], false) }),   // 1080p_60

		says(`[^0-9](\d{1,2})_?bits?_`, func(g *guess, m []string) { g.bits(m[0], "") }),                       // 10bit, 10_bits
		says(`_(\d{1,2})b(?:pp|pc|4\d\d)?_`, func(g *guess, m []string) { g.bits(m[0], "") }),                  // 10b, 10bpp, 8b444
		says(`(?:_|[a-z]|4\d\d)(\d{1,2})(le|be)_`, func(g *guess, m []string) { g.bits(m[0], m[1]) }),          // p10le, yuv420p10be, gray12le
		says(`(?:_|4\d\d)p(\d{1,2})(?:bits?)?_`, func(g *guess, m []string) { g.bits(m[0], "") }),              // p10, 420p10
		says(`\dx\d{1,5}(?:[pi]_?|_)\d{1,6}[pi]?_(\d{1,2})_`, func(g *guess, m []string) { g.bits(m[0], "") }), // 1920x1080_50_10

		says(`_(`+oneOf(formats)+`)_`, func(g *guess, m []string) { g.named(formats[m[0]]) }), // nv12, uyvy, rgb
		says(`_(yuvj4\d\dp|yuva4\d\dp|gbrp|gbrap)(?:\d{1,2}(?:le|be)?)?_`, func(g *guess, m []string) { g.named(m[0]) }),
		says(`_(p[024]1[026])(?:le)?_`, func(g *guess, m []string) { g.named(m[0] + "le") }),
		says(`_(?:yv12|yv16|v210|v216|y210|r210|v410)_`, func(g *guess, _ []string) { g.foreign = true }),
		says(`_(?:400|gr[ae]y|y800|y8|mono|luma)p?(?:\d{1,2}(?:le|be)?)?_`, func(g *guess, _ []string) { g.sub("400") }),
		says(`_(?:yuv|p|\d{1,2}b)?(4[0-4][0-4])(?:p?(?:\d{1,2}(?:le|be|bits?)?)?)?_`, func(g *guess, m []string) { g.sub(m[0]) }), // 420, yuv444p, 422p10le, p420, 8b444
		says(`_(?:yuv)?4_([0-4])_([0-4])_`, func(g *guess, m []string) { g.sub("4" + m[0] + m[1]) }),                              // 4:2:2
	}
})

// sizes are the words for sizes.
var sizes = map[string][2]int{
	"sqcif": {128, 96}, "qcif": {176, 144}, "cif": {352, 288}, "4cif": {704, 576}, "16cif": {1408, 1152},
	"qsif": {176, 120}, "sif": {352, 240}, "qvga": {320, 240}, "vga": {640, 480}, "svga": {800, 600}, "xga": {1024, 768},
	"uhd": {3840, 2160}, "uhd1": {3840, 2160}, "fullhd": {1920, 1080}, "fhd": {1920, 1080},
}

// lines are the sizes that have a number of lines, as in 720p.
var lines = map[string][2]int{
	"240": {416, 240}, "360": {640, 360}, "480": {854, 480}, "540": {960, 540}, "576": {720, 576}, "720": {1280, 720},
	"1080": {1920, 1080}, "1440": {2560, 1440}, "2160": {3840, 2160}, "4320": {7680, 4320},
}

// formats are FFmpeg's pixel formats by the words for them.
var formats = map[string]string{
	"nv12": "nv12", "nv21": "nv21", "nv16": "nv16", "nv24": "nv24", "nv42": "nv42",
	"uyvy": "uyvy422", "uyvy422": "uyvy422", "yuyv": "yuyv422", "yuyv422": "yuyv422", "yuy2": "yuyv422", "yvyu": "yvyu422", "yvyu422": "yvyu422",
	"rgb": "rgb24", "rgb24": "rgb24", "bgr": "bgr24", "bgr24": "bgr24", "rgb48": "rgb48le", "rgb48le": "rgb48le", "bgr48le": "bgr48le",
	"rgba": "rgba", "bgra": "bgra", "argb": "argb", "abgr": "abgr", "rgba64le": "rgba64le",
	"rgb0": "rgb0", "bgr0": "bgr0", "0rgb": "0rgb", "0bgr": "0bgr", "gbr": "gbrp",
}

// oneOf returns an expression for the keys of a map.
func oneOf[V any](words map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(words)), "|")
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits) // a few digits
	return n
}

func (g *guess) size(s [2]int) {
	if g.width == 0 && s[0] > 0 && s[1] > 0 {
		g.width, g.height = s[0], s[1]
	}
}

// bare are the numbers that are taken for a rate although they have no unit.
var bare = []int{6, 8, 10, 12, 15, 18, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 150, 240}

// frames takes a rate. Without a unit it must be a usual one.
func (g *guess) frames(digits string, unit bool) {
	rate := Rate{number(digits), 1}
	known := unit && rate.Num > 0 && rate.Num <= 1000 || slices.Contains(bare, rate.Num)
	for text, exact := range ntsc {
		if strings.ReplaceAll(text, ".", "") == digits {
			rate, known = exact, true
		}
	}
	if g.rate == (Rate{}) && known {
		g.rate = rate
	}
}

func (g *guess) bits(digits, order string) {
	if depth := number(digits); g.depth == 0 && slices.Contains([]int{8, 9, 10, 12, 14, 16}, depth) {
		g.depth, g.bigEndian = depth, order == "be"
	}
}

func (g *guess) named(format string) {
	if g.format == "" {
		g.format = format
	}
}

func (g *guess) sub(chroma string) {
	if g.chroma == "" {
		g.chroma = chroma
	}
}

// deeper are the formats whose words do not say the depth.
var deeper = map[string]map[int]string{
	"nv12": {10: "p010le", 12: "p012le", 16: "p016le"}, "nv16": {10: "p210le", 16: "p216le"},
	"rgb24": {16: "rgb48le"}, "bgr24": {16: "bgr48le"},
}

// pixelFormat returns FFmpeg's name of the pixel format.
func (g *guess) pixelFormat() string {
	format := g.format
	switch {
	case deeper[format][g.depth] != "":
		return deeper[format][g.depth]
	case strings.HasPrefix(format, "yuva"), strings.HasPrefix(format, "gb"):
	case format != "":
		return format
	case g.chroma == "400":
		format = "gray"
	case g.chroma == "":
		format = "yuv420p"
	default:
		format = "yuv" + g.chroma + "p"
	}
	if g.depth <= 8 {
		return format
	}
	order := "le"
	if g.bigEndian {
		order = "be"
	}
	return format + strconv.Itoa(g.depth) + order
}
