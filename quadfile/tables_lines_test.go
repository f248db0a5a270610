package quadfile

import (
	"encoding/json"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"testing"
)

// line is an object of NDJSON.
type line map[string]any

// number returns a field as a whole number, or nil.
func (l line) number(name string) any {
	if v, ok := l[name]; ok {
		return whole(v)
	}
	return nil
}

func whole(v any) int64 {
	n, err := v.(json.Number).Int64()
	if err != nil {
		panic(err)
	}
	return n
}

// double returns a field as a double, or nil; null means infinity.
func (l line) double(name string) any {
	switch v := l[name].(type) {
	case json.Number:
		return real64(string(v))
	case string:
		return real64(v)
	case nil:
		if _, ok := l[name]; ok {
			return math.Inf(1)
		}
	}
	return nil
}

func real64(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// or returns v, or without if it is nil.
func or(v, without any) any {
	if v == nil {
		return without
	}
	return v
}

// lined parses NDJSON without this package's reader: the header's text, its fields, and the frames.
func lined(t testing.TB, text string) (head string, header line, frames []line) {
	t.Helper()
	for i, text := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var l line
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			head, header = text, l
		} else {
			frames = append(frames, l)
		}
	}
	return head, header, frames
}

// factsOf returns a frame's columns, from NDJSON.
func factsOf(header, f line) (names []string, row []any) {
	source := line(header["source"].(map[string]any))
	analysis := header["analysis"].(map[string]any)
	add := func(name string, v any) { names, row = append(names, name), append(row, v) }
	add("frame_index", f.number("frame_index"))
	add("pts", f.number("pts"))
	add("pts_time", f.double("pts_time"))
	add("key_frame", f.number("key_frame") == int64(1))
	add("pict_type", f["pict_type"])
	add("width", or(f.number("width"), source.number("width")))
	add("height", or(f.number("height"), source.number("height")))
	add("pix_fmt", or(f["pix_fmt"], source["pix_fmt"]))
	add("corrupt", f.number("corrupt") == int64(1))
	add("errors", or(f.number("errors"), int64(0)))
	if source["interlaced"] != nil {
		add("interlaced", f["interlaced"])
	}
	if analysis["each_frame"] != nil {
		add("threshold", f.double("threshold"))
	}
	if analysis["cube"] != nil {
		add("frames", f.number("frames"))
	}
	add("quad_count", f.number("quad_count"))
	add("coverage", f.double("coverage"))
	return names, row
}

// quadsOf returns the rows of a frame's quads, from NDJSON.
func quadsOf(header, f line) (names []string, rows [][]any) {
	names = []string{"frame_index", "pts", "pts_time"}
	fields := header["quad_fields"].([]any)
	for _, field := range fields {
		if field == "size" {
			names = append(names, "level")
		}
		names = append(names, field.(string))
	}
	for _, quad := range f["quads"].([]any) {
		row := []any{f.number("frame_index"), f.number("pts"), f.double("pts_time")}
		for i, v := range quad.([]any) {
			n := whole(v)
			if fields[i] == "size" {
				row = append(row, int64(bits.TrailingZeros64(uint64(n))))
			}
			row = append(row, n)
		}
		rows = append(rows, row)
	}
	return names, rows
}

// summedOf returns a summary's columns of a frame, from NDJSON.
func summedOf(header, f line) (names []string, row []any) {
	names, row = factsOf(header, f)
	add := func(name string, v any) { names, row = append(names, name), append(row, v) }
	add("area_entropy", f.double("area_entropy"))
	counts := map[int64]int64{}
	for _, pair := range f["sizes"].([]any) {
		counts[whole(pair.([]any)[0])] = whole(pair.([]any)[1])
	}
	for size := int64(1); size <= MaxSide; size *= 2 {
		add("count_"+strconv.FormatInt(size, 10), counts[size])
	}
	add("luma_mean", f.double("luma_mean"))
	for _, name := range []string{"luma_p1", "luma_p50", "luma_p99"} {
		add(name, f.number(name))
	}
	if header["fill"] != nil {
		add("psnr", f.double("psnr"))
		add("ssim", f.double("ssim"))
	}
	if header["siti"] != nil {
		add("si", f.double("si"))
		add("ti", f.double("ti"))
	}
	if header["coded"] != nil {
		add("bytes", f.number("bytes"))
		for _, name := range []string{"bytes_per_quad", "qp_mean", "qp_density", "intra_part", "skip_part", "depth_mean"} {
			add(name, f.double(name))
		}
	}
	return names, row
}
