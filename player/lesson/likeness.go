package lesson

import (
	"fmt"
	"strconv"
	"strings"

	"ffkvadrat/feature"
	"ffkvadrat/yuv/channel"
)

// likeness writes out how far the four leaves of a cell are from their mean, and whether they merge.
// It returns "" if the features are unknown.
func (l *Lesson) likeness(level, x, y int) string {
	limit, err := feature.Level(l.Params.Threshold)
	if len(l.Features) == 0 || err != nil {
		return ""
	}
	four := l.means(level, x, y)
	mean, sum := feature.Average(four[0], four[1], four[2], four[3])
	names := l.channels()
	var parts, sums [len(mean)]string
	for i := range mean {
		var squares [4]string
		of := int64(0)
		for k := range four {
			d := int64(four[k][i]) - int64(mean[i])
			squares[k], of = squared(d), of+d*d
		}
		sums[i] = strconv.FormatInt(of, 10)
		parts[i] = fmt.Sprintf("%s: %s = %s", names[i], strings.Join(squares[:], " + "), sums[i])
	}
	c := comparison{high: l.Params.Threshold, integers: [2]uint64{0, uint64(limit)}, highSign: "≤"}
	if sum > limit {
		c.highSign = ">"
	}
	return fmt.Sprintf("From the mean (%d, %d, %d), %s. %s = %d. %s", mean[0], mean[1], mean[2], strings.Join(parts[:], "; "),
		strings.Join(sums[:], " + "), sum, c.relation(uint64(sum), channel.Peak*channel.Peak, fmt.Sprintf("%d²", channel.Peak)))
}

// means returns the features of a cell's four children, which are leaves.
func (l *Lesson) means(level, x, y int) (four [4]channel.Vector) {
	for i := range four {
		at, to := 2*x+i&1, 2*y+i>>1
		if level == 1 {
			four[i] = l.Features[to*l.Side+at]
			continue
		}
		below := l.means(level-1, at, to)
		four[i], _ = feature.Average(below[0], below[1], below[2], below[3])
	}
	return four
}

// channels returns the names of the features.
func (l *Lesson) channels() [3]string {
	switch {
	case l.Params.Needs().Vectors:
		return [...]string{"Vector", "right", "down"}
	case l.Params.Features == channel.YUV:
		return [...]string{"Y", "U", "V"}
	}
	return [...]string{"R", "G", "B"}
}
