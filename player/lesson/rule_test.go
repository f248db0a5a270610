package lesson_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/player/lesson"
	"ffkvadrat/quadpyramid/pyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/yuvtest"
)

// TestFormulas reads the formula of each pixel again, for all operators and several formats: each
// sum of squares has the stated value, which is D; the numbers compare as stated; and the decision
// is that of the reference. Thresholds include those that are exactly a pixel's D.
func TestFormulas(t *testing.T) {
	random := rand.New(rand.NewPCG(pyramidtest.Seed, 38))
	const width, height = 5, 4
	tried := map[edge.Operator]int{}
	for _, format := range yuvtest.Formats {
		pictures := [2]*yuv.Picture{}
		for i := range pictures {
			most := format.MaxValue()
			pictures[i] = yuvtest.Picture(format, width, height, yuvtest.Fill{At: func(_, x, y, _ int) int { return random.IntN(1 + most>>random.IntN(4)) }})
		}
		pictures[0].Before = pictures[1]
		for _, operator := range edge.Operators() {
			for _, planes := range []edge.Planes{edge.LumaPlane, edge.AllPlanes, edge.AlphaPlane} {
				params := analysis.Params{Operator: operator, Planes: planes}
				if operator.Kind() == edge.Distance {
					params.Colours = channel.Box{Low: channel.Vector{3000, 4000, 5000}, High: channel.Vector{3000, 4000, 5000}}
					if operator == edge.Box {
						params.Colours.High = channel.Vector{9000, 8000, 7000}
					}
				}
				for i := range 6 {
					params.Threshold = random.Float64() * params.MaxThreshold() / 2
					if _, d, err := new(analysis.Basis).Of(pictures[0], params); err == nil && i > 2 {
						params.Threshold = min(float64(d.Sum(pictures[0], random.IntN(width), random.IntN(height)))/d.Unit(format), params.MaxThreshold())
					}
					params.Low, params.Invert = 0, i == 1 || i == 4
					if operator.TakesLow() && i%2 == 1 {
						params.Low = params.Threshold * random.Float64()
					}
					if tryFormulas(t, pictures[0], params) {
						tried[operator]++
					}
				}
			}
		}
	}
	for _, operator := range edge.Operators() {
		if tried[operator] == 0 {
			t.Errorf("%v is not tried", operator)
		}
	}
}

// tryFormulas checks the formulas of all pixels. It returns false if the parameters do not fit the
// picture.
func tryFormulas(t *testing.T, picture *yuv.Picture, params analysis.Params) bool {
	t.Helper()
	basis, decision, err := new(analysis.Basis).Of(picture, params)
	if err != nil {
		return false
	}
	rule, err := lesson.NewRule(params, picture, basis, decision)
	if err != nil {
		t.Fatal(err)
	}
	var mask edge.Mask
	new(edge.Reference).Run(&mask, basis, decision)
	for i, leaf := range mask.Leaf {
		x, y := i%picture.Width, i/picture.Width
		text := rule.Formula(x, y)
		if err := reads(text, decision.Sum(basis, x, y), decision.Unit(picture.Format), params.Invert, leaf == 1); err != nil {
			t.Fatalf("%s, %v, planes %v, %v to %v (seed %d): %q: %v", picture.Format.Name, params.Operator, params.Planes, params.Low, params.Threshold, pyramidtest.Seed, text, err)
		}
		if number := rule.Number(x, y); !regexp.MustCompile(`^\d+\.\d{4,}$`).MatchString(number) {
			t.Fatalf("D is %q", number)
		}
		said := rule.Plain(x, y)
		m := plain.FindStringSubmatch(said[0])
		if m == nil || !strings.Contains(said[1], m[1]) && m[1] != rule.Number(x, y) || (m[4] == "part of a quad") != (leaf == 1) || (m[3] != "") != params.Invert || !strings.Contains(text, said[1]) {
			t.Fatalf("%v, %v to %v: %q of %q", params.Operator, params.Low, params.Threshold, said, text)
		}
	}
	return true
}

var (
	sums       = regexp.MustCompile(`((?:\(?[^()=;.:]*\)?² \+ )*\(?[^()=;.:]*\)?²) = (\d+)`)
	oneSquare  = regexp.MustCompile(`\(([^)]*)\)²|(\d+)²`)
	plain      = regexp.MustCompile(`^D, [a-z ]+, is ([\d.]+): (at least the lower bound, [\d.]+, and )?(?:below|at most|above|at least) the (?:threshold|lower bound), [\d.]+(, inverted)?\. The pixel is (part of a quad|in no quad)\.$`)
	conclusion = regexp.MustCompile(`D = (?:(\d+) / (.*?) = )?([\d.]+)(?:, and ([\d.]+) ≤ ([\d.]+))? ([<≤>≥]) ([\d.]+)(, inverted)?: (a|no) leaf\.$`)
)

// reads returns an error if a formula is wrong about a pixel.
func reads(text string, sum uint64, unit float64, inverted, leaf bool) error {
	before, last, _ := strings.Cut(text, "D = ")
	total := uint64(0)
	for _, m := range sums.FindAllStringSubmatch(before, -1) {
		got := int64(0)
		for _, s := range oneSquare.FindAllStringSubmatch(m[1], -1) {
			v := linear(s[1] + s[2])
			got += v * v
		}
		if want := m[2]; strconv.FormatInt(got, 10) != want {
			return fmt.Errorf("%s is %d", m[0], got)
		}
		total += uint64(got)
	}
	if total != sum && strings.Contains(before, "²") || !strings.Contains(before, strconv.FormatUint(sum, 10)+".") {
		return fmt.Errorf("D is %d, not %d", sum, total)
	}
	m := conclusion.FindStringSubmatch("D = " + last)
	if m == nil {
		return fmt.Errorf("no conclusion")
	}
	number := func(text string) float64 { v, _ := strconv.ParseFloat(text, 64); return v }
	v, limit := number(m[3]), number(m[7])
	if m[1] != "" && (m[1] != strconv.FormatUint(sum, 10) || math.Abs(v-float64(sum)/unit) > 0.5001e-4 || (v > 0) != (sum > 0) || divisor(m[2]) != unit) {
		return fmt.Errorf("the quotient is %v", float64(sum)/unit)
	}
	holds := map[string]bool{"<": v < limit, "≤": v <= limit, ">": v > limit, "≥": v >= limit}[m[6]]
	if m[4] != "" && (number(m[4]) > v || m[5] != m[3]) {
		holds = false
	}
	if !holds {
		return fmt.Errorf("the numbers do not compare so")
	}
	if (m[9] == "a") != leaf || (m[8] != "") != inverted {
		return fmt.Errorf("the reference says %v", leaf)
	}
	return nil
}

// linear evaluates numbers with factors and signs.
func linear(text string) (v int64) {
	sign := int64(1)
	for _, word := range strings.Fields(text) {
		switch word {
		case "+":
			sign = 1
		case "−":
			sign = -1
		default:
			if digits, ok := strings.CutPrefix(word, "−"); ok {
				word, sign = digits, -sign
			}
			product := sign
			for _, factor := range strings.Split(word, "·") {
				n, _ := strconv.ParseInt(factor, 10, 64)
				product *= n
			}
			v += product
		}
	}
	return v
}

// divisor evaluates "255", "255²" and "(16·255²)".
func divisor(text string) float64 {
	product := 1.
	for _, word := range strings.Split(strings.Trim(text, "()"), "·") {
		digits, squared := strings.CutSuffix(word, "²")
		n, _ := strconv.ParseFloat(digits, 64)
		if product *= n; squared {
			product *= n
		}
	}
	return product
}

// TestNumberShowsSide: of pixels that round to the threshold, as many decimals are written as show which are leaves; of
// others there are four, or as many as show two digits that count.
func TestNumberShowsSide(t *testing.T) {
	format, limits := yuvtest.Formats[0], []float64{0.0011, 0.00025, 0.5}
	picture := yuvtest.Picture(format, 64, 64, yuvtest.Fill{At: func(_, x, y, _ int) int { return 100 + (x*y/9+x)%23 }})
	for _, threshold := range limits {
		for _, low := range []float64{0, threshold / 2} {
			params := analysis.Params{Threshold: threshold, Low: low}
			basis, decision, err := new(analysis.Basis).Of(picture, params)
			if err != nil {
				t.Fatal(err)
			}
			rule, err := lesson.NewRule(params, picture, basis, decision)
			if err != nil {
				t.Fatal(err)
			}
			longer := 0
			for i := range 64 * 64 {
				x, y := i%64, i/64
				number := rule.Number(x, y)
				v, err := strconv.ParseFloat(number, 64)
				if leaf := decision.Leaf(decision.Sum(basis, x, y)); err != nil || (v < threshold && v >= low) != leaf {
					t.Fatalf("(%d, %d) with D %s is a leaf: %v, from %v to %v", x, y, number, leaf, low, threshold)
				}
				digits := len(strings.TrimLeft(number, "0."))
				if v > 0 && digits < 2 {
					t.Fatalf("(%d, %d): %s has fewer than two digits that count", x, y, number)
				}
				for _, brief := range rule.Brief(x, y) {
					if v > 0 && strings.Trim(brief, "0.") == "" || utf8.RuneCountInString(brief) > len(number) {
						t.Fatalf("(%d, %d): %s is briefly %s", x, y, number, brief)
					}
				}
				if digits > 2 && len(number) > len("0.0000") {
					if longer++; math.Abs(v-threshold) > 1e-4 && math.Abs(v-low) > 1e-4 {
						t.Fatalf("%s is far from %v and %v", number, low, threshold)
					}
				}
			}
			if longer == 0 && threshold == 0.0011 {
				t.Errorf("up to %v: no number has more decimals", threshold)
			}
			if !strings.Contains(rule.Limits(), strconv.FormatFloat(threshold, 'f', max(4, len(strconv.FormatFloat(threshold, 'f', -1, 64))-2), 64)) {
				t.Errorf("up to %v: %q", threshold, rule.Limits())
			}
		}
	}
}
