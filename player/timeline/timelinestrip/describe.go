package timelinestrip

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

// describe describes the frame at a time, in lines; the last ones have the shown curves that no other line has.
func describe(status *timeline.Status, t time.Duration, shown session.Curves) []string {
	bins := status.At(t)
	b, quads := bins[timeline.OfVideo], bins[timeline.OfQuads]
	counted := "this frame is not analysed"
	if quads != nil {
		n := float64(quads.Frames)
		counted = fmt.Sprintf("%s   %.1f %%", quantity.Count(int64(quads.Quads.Sum/n+0.5), cmp.Or(status.Thing, "quad")), 100*quads.Coverage.Sum/n)
		if b == nil {
			b = quads
		}
	}
	if b == nil {
		lines := []string{transport.FormatTime(t) + numbered(status, t.Seconds())}
		if status.View != nil && !status.View.Whole && status.View.Err == nil {
			lines = append(lines, "not analysed yet")
		}
		return lines
	}
	if b.Frames > 1 {
		lines := []string{transport.FormatTime(t) + numbered(status, t.Seconds()), counted + coded(b), "means of " + quantity.Count(int64(b.Frames), "frame") + interlaced(b)}
		return slices.Concat(lines, ofSecond(bins[timeline.OfSecond]), lit(b), rebuilt(quads), informed(b), chosen(&bins, shown))
	}
	facts := []string{transport.FormatTime(time.Duration(b.Start * float64(time.Second)))}
	if b.Index >= 0 {
		facts = append(facts, quantity.Frame(b.Index, status.Frames))
	} else {
		facts[0] += numbered(status, b.Start)
	}
	facts = append(facts, typeOf(b)...)
	if b.KeyFrames > 0 {
		facts = append(facts, "key")
	}
	if b.Interlaced > 0 {
		facts = append(facts, "interlaced, "+b.Interlacing.Title())
	}
	lines := []string{strings.Join(facts, "   "), counted + coded(b)}
	lines = slices.Concat(lines, ofSecond(bins[timeline.OfSecond]), lit(b), rebuilt(quads), informed(b), chosen(&bins, shown))
	if b.Damaged > 0 {
		lines = append(lines, "damaged")
	}
	return lines
}

// typeOf returns the type of a bin's frame; none if it is not known.
func typeOf(b *survey.Bin) []string {
	if b.Type == '?' || b.Type == 0 {
		return nil
	}
	return []string{string(rune(b.Type))}
}

// ofSecond returns a line with the type and bytes of a second video's frame, or of several their mean bytes; none if the bytes are not known.
func ofSecond(b *survey.Bin) []string {
	if b == nil || b.Bytes.Sum == 0 {
		return nil
	}
	facts := []string{"B:"}
	if b.Frames == 1 {
		for _, kind := range typeOf(b) {
			facts = append(facts, kind+" frame")
		}
	}
	return []string{strings.Join(facts, "   ") + coded(b)}
}

// timeOf returns the time of the frame on screen at a time, or that time if the frame is not known.
func timeOf(status *timeline.Status, t time.Duration) time.Duration {
	if b := status.At(t)[timeline.OfVideo]; b != nil && b.Frames == 1 {
		return transport.Seconds(b.Start)
	}
	return t
}

// described are the curves whose values a description has whether they are shown or not.
var described = session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.LumaCurve, session.PSNRCurve, session.SSIMCurve, session.SICurve, session.TICurve, session.BytesCurve, session.SecondBytesCurve)

// chosen returns the known values of the shown curves that are not described otherwise, two in a line.
func chosen(bins *[timeline.SourceCount]*survey.Bin, shown session.Curves) []string {
	var values []string
	for c := range session.CurveCount {
		b := bins[curves[c].of]
		if b == nil || !shown.Has(c) || described.Has(c) {
			continue
		}
		if value, known := curves[c].valueOf(b); known {
			values = append(values, c.Of("quad").Short+" "+curves[c].words(value))
		}
	}
	var lines []string
	for line := range slices.Chunk(values, 2) {
		lines = append(lines, strings.Join(line, "   "))
	}
	return lines
}

// interlaced returns how many of a bin's frames are interlaced, to follow their number; empty for none.
func interlaced(b *survey.Bin) string {
	if b.Interlaced == 0 {
		return ""
	}
	return fmt.Sprintf(", %d interlaced", b.Interlaced)
}

// numbered returns the number of the frame on screen at a time in seconds, to follow the time; empty
// if unknown.
func numbered(status *timeline.Status, t float64) string {
	if v := status.View; v != nil && v.Frame(t) >= 0 {
		return "   " + quantity.Frame(v.Frame(t), status.Frames)
	}
	return ""
}

// informed returns a line with the mean SI and TI of a bin, or none if both are unknown.
func informed(b *survey.Bin) []string {
	var words []string
	for _, part := range []struct {
		name string
		survey.Part
	}{{"SI", b.SI}, {"TI", b.TI}} {
		if part.N > 0 {
			words = append(words, fmt.Sprintf("%s %.3f", part.name, part.Mean()))
		}
	}
	if len(words) == 0 {
		return nil
	}
	return []string{strings.Join(words, "   ")}
}

// lit returns a line with a bin's mean luma and its 1st and 99th percentiles, between which almost all pixels are, or none if unknown.
func lit(b *survey.Bin) []string {
	l := &b.Luma
	if l.N == 0 {
		return nil
	}
	return []string{fmt.Sprintf("luma: mean %.1f %%, most pixels from %.0f to %.0f %%", quantity.Fixed(100*l.Sum/float64(l.N), 1), quantity.Fixed(100*l.Low, 0), quantity.Fixed(100*l.High, 0))}
}

// rebuilt returns a line with the PSNR of a bin's reconstruction, or none if it was not measured.
func rebuilt(b *survey.Bin) []string {
	if b == nil || b.PSNR.N == 0 {
		return nil
	}
	line := "of quads: PSNR Y " + infinity + " dB: equal"
	if ratio := survey.Decibels(b.PSNR); !math.IsInf(ratio, 1) {
		line = fmt.Sprintf("of quads: PSNR Y %.2f dB", ratio)
	}
	if b.SSIM.N > 0 {
		line += fmt.Sprintf("   SSIM %.4f", b.SSIM.Mean())
	}
	return []string{line}
}

// coded returns the mean bytes of a bin's frames, to follow other values; empty if unknown.
func coded(b *survey.Bin) string {
	if b.Bytes.Sum == 0 {
		return ""
	}
	return "   " + Packet(b.Bytes.Sum/float64(b.Frames), b.Size)
}

// Packet describes the bytes of a frame's packet, and those of the frame if they are others.
func Packet(bytes float64, size decode.Size) string {
	text, own := quantity.Bytes(bytes), quantity.Bytes(float64(size.Bytes))
	switch size.Of {
	case decode.InPacket:
		text += " (" + own + " of it)"
	case decode.CodedBefore:
		text += " (" + own + " coded before)"
	}
	return text
}
