package quadfile

import (
	"errors"
	"fmt"
	"strconv"

	"ffkvadrat/analysis/levels"
)

// Sizes are the numbers of quads by level, of a frame in a summary.
type Sizes struct {
	Known  bool
	Counts [levels.Count]int64
}

// SizeColumns are the names of the CSV columns of Sizes, by level.
var SizeColumns = func() (names [levels.Count]string) {
	for level := range names {
		names[level] = "count_" + strconv.Itoa(1<<level)
	}
	return names
}()

// Parse parses the cell of a level's column. An empty one is unknown.
func (n *Sizes) Parse(level int, cell string) error {
	v, err := (&Rule{Name: SizeColumns[level], Most: mostArea}).Parse(cell)
	if v.Known {
		n.Known, n.Counts[level] = true, v.Whole
	}
	return err
}

// sizes reads pairs of a size and its number of quads.
func (s *scanner) sizes(n *Sizes) {
	least := 0
	for more := s.array(); more && s.element(); {
		var pair [2]int64
		at := 0
		for more := s.array(); more && s.element(); {
			switch at {
			case 0:
				pair[0] = s.integer(1, MaxSide)
			case 1:
				pair[1] = s.integer(1, mostArea)
			default:
				s.skip()
			}
			at++
		}
		level := 0
		for level < levels.Count-1 && 1<<level < pair[0] {
			level++
		}
		switch {
		case at != len(pair):
			s.complain(errors.New("sizes has an element that is not a size and a number"))
		case pair[0] != 1<<level:
			s.complain(fmt.Errorf("sizes has the size %d, which is not a power of two", pair[0]))
		case level < least:
			s.complain(fmt.Errorf("the size %d in sizes does not ascend", pair[0]))
		}
		least, n.Counts[level] = level+1, pair[1]
	}
	n.Known = true
}

// mostSamples has the largest luma sample of formats whose name determines it.
var mostSamples = func() map[string]float64 {
	most := map[string]float64{"nv12": 255, "nv16": 255, "nv21": 255, "nv24": 255, "yuvj420p": 255, "yuvj422p": 255, "yuvj440p": 255, "yuvj444p": 255}
	for _, name := range []string{"gray", "yuv410p", "yuv411p", "yuv420p", "yuv422p", "yuv440p", "yuv444p", "yuva420p", "yuva422p", "yuva444p"} {
		most[name] = 255
		for _, bits := range []int{9, 10, 12, 14, 16} {
			most[name+strconv.Itoa(bits)+"le"], most[name+strconv.Itoa(bits)+"be"] = float64(int(1)<<bits-1), float64(int(1)<<bits-1)
		}
	}
	return most
}()

// Indices of fields in SummaryRules.
var (
	placeFrames, placeCount = SummaryRules.Place("frames"), SummaryRules.Place("quad_count")
	placeWidth, placeHeight = SummaryRules.Place("width"), SummaryRules.Place("height")
	placeFormat             = SummaryRules.Place("pix_fmt")
	placesLuma              = func() (places [len(lumaNames)]int) {
		for i, name := range lumaNames {
			places[i] = SummaryRules.Place(name)
		}
		return places
	}()
)

// CheckSummary returns which values of a summary's frame contradict each other or the picture.
// Unknown values of the picture are taken from the source, as far as it has them.
func CheckSummary(values []Value, sizes *Sizes, source *Source) error {
	width, height, format := int64(source.Width), int64(source.Height), source.PixFmt
	if values[placeWidth].Known && values[placeHeight].Known {
		width, height = values[placeWidth].Whole, values[placeHeight].Whole
	}
	if values[placeFormat].Known {
		format = values[placeFormat].Text
	}
	pixels := width * height * max(1, values[placeFrames].Whole)
	count := values[placeCount].Whole
	if pixels > 0 && count > pixels {
		return fmt.Errorf("quad_count %d is more than the %d pixels", count, pixels)
	}
	if sizes.Known {
		sum := int64(0)
		for level, n := range sizes.Counts {
			if pixels > 0 && n > pixels>>(2*level) {
				return fmt.Errorf("%d quads of size %d are more than %d pixels hold", n, 1<<level, pixels)
			}
			sum += n
		}
		if sum != count {
			return fmt.Errorf("quad_count is %d, but the sizes have %d quads", count, sum)
		}
	}
	most, limited := mostSamples[format]
	last := -1
	for i, place := range placesLuma {
		v := values[place]
		if !v.Known {
			continue
		}
		if limited && v.Number > most {
			return fmt.Errorf("%s %.15g is more than %.15g, the largest sample of %s", lumaNames[i], v.Number, most, format)
		}
		if i == 0 { // the mean
			continue
		}
		if last >= 0 && v.Number < values[placesLuma[last]].Number {
			return fmt.Errorf("%s %d is less than %s %d", lumaNames[i], v.Whole, lumaNames[last], values[placesLuma[last]].Whole)
		}
		last = i
	}
	return nil
}
