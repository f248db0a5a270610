package channel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// In text a channel goes from 0 to 255, with decimals: the scale that people know from 8 bits.
const textPeak = 255

// ParseBox parses a colour, or two corners of a range of colours with a dash between them. A colour is
// three numbers from 0 to 255 with commas between them, or #rrggbb. Each number becomes the nearest
// channel value.
func ParseBox(text string) (b Box, err error) {
	low, high, isRange := strings.Cut(text, "-")
	if b.Low, err = parse(low); err != nil {
		return b, err
	}
	if b.High = b.Low; isRange {
		if b.High, err = parse(high); err != nil {
			return b, err
		}
	}
	for c := range b.Low {
		if b.Low[c] > b.High[c] {
			return b, fmt.Errorf("channel: the colours %.60q: number %d of the first is larger than that of the second", text, c+1)
		}
	}
	return b, nil
}

func parse(text string) (v Vector, err error) {
	wrong := fmt.Errorf("channel: %.60q is not a colour such as 224,176,32 or #e0b020", text)
	if digits, ok := strings.CutPrefix(text, "#"); ok {
		rgb, err := strconv.ParseUint(digits, 16, 32)
		if err != nil || len(digits) != 6 {
			return v, wrong
		}
		for c := range v {
			v[c] = ofText(float64(rgb >> (16 - 8*c) & 0xff))
		}
		return v, nil
	}
	numbers := strings.Split(text, ",")
	if len(numbers) != len(v) {
		return v, wrong
	}
	for c, number := range numbers {
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(value >= 0 && value <= textPeak) {
			return v, wrong
		}
		v[c] = ofText(value)
	}
	return v, nil
}

func ofText(value float64) uint16 { return uint16(math.Round(value * Peak / textPeak)) }

// String formats a box as ParseBox reads it, with the fewest decimals that identify its channels: two
// at most.
func (b Box) String() string {
	if b.Low == b.High {
		return write(b.Low)
	}
	return write(b.Low) + "-" + write(b.High)
}

func write(v Vector) string {
	var numbers [len(v)]string
	for c, channel := range v {
		value := float64(channel) * textPeak / Peak
		for scale := 1.; ; scale *= 10 {
			short := math.Round(value*scale) / scale
			if numbers[c] = strconv.FormatFloat(short, 'f', -1, 64); ofText(short) == channel {
				break
			}
		}
	}
	return strings.Join(numbers[:], ",")
}
