package probe

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/player/lesson"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// clips are real frames of several formats.
var clips = [...]string{"tiny-420.mp4", "tiny-rgb.mkv", "tiny-gray.mp4", "tiny-10bit.mp4"}

// real calls f with the second frame of each clip.
func real(t *testing.T, f func(t *testing.T, p *yuv.Picture)) {
	for _, clip := range clips {
		t.Run(clip, func(t *testing.T) {
			video, err := decode.OpenVideo(context.Background(), "../../samples/"+clip, decode.Options{Stream: decode.Best})
			if err != nil {
				t.Fatal(err)
			}
			defer video.Close()
			for range 2 {
				frame, err := video.Next()
				if err != nil {
					t.Fatal(err)
				}
				defer frame.Release()
				if frame.Index == 1 {
					f(t, &frame.Picture)
				}
			}
		})
	}
}

// TestHitFormulas: on real frames, the formula of a template's place has the reference's sum, decides
// as the reference does, and its numbers compare as it says.
func TestHitFormulas(t *testing.T) {
	said := map[string]int{}
	real(t, func(t *testing.T, p *yuv.Picture) {
		for _, size := range [][2]int{{1, 1}, {3, 2}, {9, 7}} {
			template, err := match.NewTemplate(p, 20, 16, size[0], size[1])
			if err != nil {
				t.Fatal(err)
			}
			for _, params := range []analysis.Params{{Threshold: 0}, {Threshold: 0.08}, {Threshold: 0.08, Search: match.Search{Suppress: true}}} {
				params.Variant, params.Search.Template = analysis.Templates, template
				rule, _, err := new(Probe).rule(params, p)
				if err != nil {
					t.Fatal(err)
				}
				pattern, err := params.Search.Pattern(p, params.Threshold, nil)
				if err != nil {
					t.Fatal(err)
				}
				scores := new(match.Reference).Of(p, &pattern)
				for i := range p.Width * p.Height {
					x, y := i%p.Width, i/p.Width
					text := rule.Formula(x, y)
					sum, fits := pattern.Sum(p, x, y)
					if strings.Contains(text, "does not fit") == fits {
						t.Fatalf("%v, (%d, %d): %q", size, x, y, text)
					}
					leaf := scores.Sample(0, x, y) > 0
					if err := hitReads(text, sum, leaf); fits && err != nil {
						t.Fatalf("%v, (%d, %d), at most %v: %q: %v", size, x, y, params.Threshold, text, err)
					}
					_, conclusion, _ := strings.Cut(text, "\n")
					for _, words := range []string{": a leaf.", "better hit is near: no leaf.", ">"} {
						if strings.Contains(conclusion, words) {
							said[words]++
						}
					}
				}
			}
		}
	})
	if len(said) != 3 {
		t.Errorf("the formulas end in %v", said)
	}
}

var (
	term  = regexp.MustCompile(`\|(\d+) − (\d+)\|`)
	judge = regexp.MustCompile(`(?:(\d+) / \(?(.*?)\)? = )?([\d.]+) ([≤>]) ([\d.]+)`)
)

// hitReads returns an error if a formula of a place is wrong.
func hitReads(text string, sum uint32, leaf bool) error {
	terms, conclusion, _ := strings.Cut(text, "\n")
	total := uint32(0)
	for _, m := range term.FindAllStringSubmatch(terms, -1) {
		a, b := whole(m[1]), whole(m[2])
		total += uint32(max(a-b, b-a))
	}
	if !strings.HasSuffix(terms, fmt.Sprintf("= %d.", sum)) || total != sum && !(strings.Contains(terms, "…") && total < sum) {
		return fmt.Errorf("the sum is %d, its terms are %d", sum, total)
	}
	if strings.HasSuffix(conclusion, ": a leaf.") != leaf {
		return fmt.Errorf("the reference says %v", leaf)
	}
	below, err := compares(conclusion, uint64(sum))
	if err == nil && !below && leaf {
		err = fmt.Errorf("a leaf above the threshold")
	}
	return err
}

// compares returns whether a formula's last sum is at most the threshold, or an error if its numbers
// do not compare so.
func compares(text string, sum uint64) (below bool, err error) {
	m := judge.FindStringSubmatch(text)
	if m == nil {
		return false, fmt.Errorf("no comparison")
	}
	v, _ := strconv.ParseFloat(m[3], 64)
	limit, _ := strconv.ParseFloat(m[5], 64)
	below = m[4] == "≤"
	if (v <= limit) != below || m[1] != "" && m[1] != strconv.FormatUint(sum, 10) {
		return below, fmt.Errorf("the numbers do not compare so")
	}
	return below, nil
}

func whole(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// TestLikenessFormulas: on real frames, the formula of four leaves has the squares of the reference's
// features, and merges them if the reference does.
func TestLikenessFormulas(t *testing.T) {
	merged, apart := 0, 0
	real(t, func(t *testing.T, p *yuv.Picture) {
		for _, params := range []analysis.Params{{Threshold: 0}, {Threshold: 0.0005}, {Threshold: 0.02, Features: channel.YUV}} {
			params.Variant = analysis.CommonFeature
			if channel.Check(p.Format, params.Features) != nil {
				continue
			}
			_, features, err := new(Probe).rule(params, p)
			if err != nil {
				t.Fatal(err)
			}
			level, err := feature.Level(params.Threshold)
			if err != nil {
				t.Fatal(err)
			}
			list, _, err := new(feature.Reference).Build(p, params.Features, level, quadpyramid.Unlimited)
			if err != nil {
				t.Fatal(err)
			}
			l := lesson.Of(&quadpyramid.Cells{Width: p.Width, Height: p.Height, Leaves: list, List: list}, params, 0, 0, 32)
			for i := range l.Side * l.Side {
				l.Features = append(l.Features, features(i%l.Side, i/l.Side))
			}
			for level := 1; level <= l.Top(); level++ {
				for i := range l.Side >> level * (l.Side >> level) {
					x, y := i%(l.Side>>level), i/(l.Side>>level)
					text := l.Arithmetic(level, x, y)
					if l.Four(level, x, y) != [4]int32{-1, -1, -1, -1} {
						continue
					}
					below, err := likenessReads(text)
					if leaf := l.Cells.Value(level, x, y) == quadpyramid.LeafMarker; err != nil || leaf != below || leaf != strings.Contains(text, "become −1") {
						t.Fatalf("%v, level %d: %q: %v; the reference merges: %v", params.Threshold, level, text, err, leaf)
					}
					if below {
						merged++
					} else {
						apart++
					}
				}
			}
		}
	})
	if merged < 100 || apart < 100 {
		t.Errorf("%d cells merged, %d did not", merged, apart)
	}
}

var square = regexp.MustCompile(`(?:\(−(\d+)\)|(\d+))²`)

// likenessReads returns whether a formula merges, or an error if it is wrong.
func likenessReads(text string) (below bool, err error) {
	_, rest, _ := strings.Cut(text, ". ")
	squares, conclusion, _ := strings.Cut(rest, ". ")
	total := 0
	for _, part := range strings.Split(squares, "; ") {
		left, right, _ := strings.Cut(part, " = ")
		sum := 0
		for _, m := range square.FindAllStringSubmatch(left, -1) {
			n := whole(m[1] + m[2])
			sum += n * n
		}
		if sum != whole(right) {
			return false, fmt.Errorf("%q is %d", part, sum)
		}
		total += sum
	}
	if !strings.Contains(conclusion, fmt.Sprintf(" = %d. ", total)) {
		return false, fmt.Errorf("the sum is %d", total)
	}
	_, conclusion, _ = strings.Cut(conclusion, " = ")
	_, conclusion, _ = strings.Cut(conclusion, ". ")
	return compares(conclusion, uint64(total))
}

// TestEdgeFormulas: on real frames, the formula of a pixel's D decides as the reference does.
func TestEdgeFormulas(t *testing.T) {
	real(t, func(t *testing.T, p *yuv.Picture) {
		for _, params := range []analysis.Params{{Threshold: 0.005}, {Threshold: 0.05, Operator: edge.Sobel}, {Threshold: 0.01, Invert: true}} {
			rule, _, err := new(Probe).rule(params, p)
			if err != nil {
				t.Fatal(err)
			}
			decision, err := params.Decision(p.Format)
			if err != nil {
				t.Fatal(err)
			}
			var mask edge.Mask
			new(edge.Reference).Run(&mask, p, decision)
			for i, leaf := range mask.Leaf {
				if text := rule.Formula(i%p.Width, i/p.Width); strings.HasSuffix(text, ": a leaf.") != (leaf == 1) {
					t.Fatalf("pixel %d: %q; the reference says %d", i, text, leaf)
				}
			}
		}
	})
}
