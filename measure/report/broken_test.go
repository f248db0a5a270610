package report

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/platform"
)

// Files that are not results are left out and counted; pipes do not block, and cycles of links end.
func TestLeftOut(t *testing.T) {
	dir := t.TempDir()
	h := headerOf("film.mp4", 0.05)
	good := written(t, false, quadfile.NDJSON, streams.Plain, h, framesOf(1)...)
	put(t, dir, "a/good.mp4.ndjson", good)
	for name, data := range map[string]string{
		"empty.ndjson": "", "text.txt": "frames\n", "list.csv": "frame_index,pts,pts_time,x,y,size\r\n0,0,0,1,1,1\r\n", "other.json": `{"a":{"format":"ffkvadrat-quads"}}`,
		"unknown.ndjson": `{"format":"ffkvadrat-marks","version":1}`, "half.json": `{"header":`, "number.json": "12", "film.mp4": "\x00\x00\x00\x18ftypisom", "bad.zip": "\x1f\x8bnothing",
	} {
		put(t, dir, name, []byte(data))
	}
	put(t, dir, ".hidden.ndjson", good)
	put(t, dir, ".git/good.ndjson", good)
	platform.Symlink(t, ".", filepath.Join(dir, "round"))
	platform.Symlink(t, "a/good.mp4.ndjson", filepath.Join(dir, "link.mp4.ndjson"))
	platform.Symlink(t, "nowhere", filepath.Join(dir, "gone.ndjson"))
	c := gathered(t, dir)
	var names []string
	for _, f := range c.Videos {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"a/good.mp4", "link.mp4"}, names); diff != "" || c.LeftOut != 9 || len(c.Broken) != 0 {
		t.Errorf("%s\n%d left out, %v", diff, c.LeftOut, c.Broken)
	}
	if _, err := Gather(context.Background(), Options{Folder: filepath.Join(dir, "none")}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Gather(context.Background(), Options{Folder: filepath.Join(dir, "film.mp4")}); err == nil {
		t.Error("a file was taken for a folder")
	}
}

// A result truncated anywhere is either an error in its list, with the frames before, or complete
// frames; never more.
func TestCut(t *testing.T) {
	cuts := 400
	if testing.Short() {
		cuts = 40
	}
	h := headerOf("film.mp4", 0.05)
	frames := framesOf(10, 20, 30)
	for name, whole := range map[string][]byte{
		"ndjson": written(t, false, quadfile.NDJSON, streams.Plain, h, frames...), "json": written(t, false, quadfile.JSON, streams.Plain, h, frames...), "ffq": written(t, false, quadfile.FFQ, streams.Plain, h, frames...),
		"zst": written(t, false, quadfile.NDJSON, streams.Zstd, h, frames...), "gz": written(t, true, quadfile.NDJSON, streams.Gzip, h, frames...),
		"summary": written(t, true, quadfile.NDJSON, streams.Plain, h, frames...), "summary.json": written(t, true, quadfile.JSON, streams.Plain, h, frames...),
		"csv": written(t, true, quadfile.CSV, streams.Plain, h, frames...), "compared": []byte(compared), "table": []byte(comparedTable),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			kept := 0
			for n := 0; n < len(whole); n += 1 + len(whole)/cuts {
				put(t, dir, "cut.ndjson.zst", whole[:n])
				c := gathered(t, dir)
				for _, f := range append(c.Videos, c.Comparisons...) {
					kept++
					if f.Frames > 3 || f.curves[quads].max > 30 {
						t.Errorf("%d of %d bytes: %d frames", n, len(whole), f.Frames)
					}
					if (f.Fault != nil) != (len(c.Broken) == 1) {
						t.Errorf("%d of %d bytes: %v, %v", n, len(whole), f.Fault, c.Broken)
					}
				}
				if (name == "csv" || name == "table") && n > 600 && whole[n-1] != '\n' && len(c.Broken) != 1 {
					t.Errorf("%d of %d bytes: a row without its end was taken", n, len(whole))
				}
				if err := c.WriteHTML(io.Discard); err != nil {
					t.Errorf("%d of %d bytes: %v", n, len(whole), err)
				}
			}
			if kept == 0 && name != "zst" { // its only block is complete or not
				t.Error("nothing was kept of any")
			}
		})
	}
}

// A result that breaks a rule is listed with its error, which names the frame, and what precedes it
// is kept.
func TestBroken(t *testing.T) {
	h := headerOf("film.mp4", 0.05)
	summary := string(written(t, true, quadfile.NDJSON, streams.Plain, h, framesOf(1, 2, 3)...))
	table := string(written(t, true, quadfile.CSV, streams.Plain, h, framesOf(1, 2, 3)...))
	quadsText := string(written(t, false, quadfile.NDJSON, streams.Plain, h, framesOf(1, 2, 3)...))
	for name, c := range map[string]struct {
		text, old, new string
		kept           int64
		says           string
	}{
		"count":        {summary, `"quad_count":2`, `"quad_count":-2`, 1, `frame record 1: quad_count -2 is not between 0 and`},
		"pixels":       {summary, `"quad_count":2`, `"quad_count":3073`, 1, `frame record 1: quad_count 3073 is more than the 3072 pixels`},
		"sum":          {summary, `"quad_count":2`, `"quad_count":1`, 1, `frame record 1: quad_count is 1, but the sizes have 2 quads`},
		"no size":      {summary, `"sizes":[[1,2]]`, `"sizes":[[3,2]]`, 1, `frame record 1: sizes has the size 3, which is not a power of two`},
		"fraction":     {summary, `"quad_count":2`, `"quad_count":2.0`, 1, `frame record 1: quad_count is "2.0", not a whole number`},
		"many":         {summary, `"quad_count":2`, `"quad_count":99999999999999999999`, 1, `quad_count 99999999999999999999 is not between`},
		"no count":     {summary, `"quad_count":2,`, ``, 1, `frame record 1: no "quad_count"`},
		"twice":        {summary, `"quad_count":2`, `"quad_count":2,"quad_count":2`, 1, `frame record 1: quad_count twice`},
		"null":         {summary, `"quad_count":2`, `"quad_count":null`, 1, `quad_count is null, not a whole number`},
		"coverage":     {summary, `"quad_count":3,"coverage":0.000977`, `"quad_count":3,"coverage":2`, 2, `frame record 2: coverage 2 is not between 0 and 1`},
		"below 0":      {summary, `"quad_count":3,"coverage":0.000977`, `"quad_count":3,"coverage":-0.5`, 2, `frame record 2: coverage -0.5 is not between 0 and 1`},
		"time":         {summary, `"pts_time":"0.040000"`, `"pts_time":"NaN"`, 1, `frame record 1: pts_time "NaN" is not a number with six decimals`},
		"late":         {summary, `"pts_time":"0.040000"`, `"pts_time":"10000000000000.000000"`, 1, `pts_time 10000000000000.000000 is not between -1000000000000 and 1000000000000`},
		"window":       {summary, `"pts_time":"0.040000"`, `"frames":65,"pts_time":"0.040000"`, 1, `frames 65 is not between 1 and 64`},
		"no window":    {summary, `"pts_time":"0.040000"`, `"frames":-1,"pts_time":"0.040000"`, 1, `frames -1 is not between 1 and 64`},
		"errors":       {summary, `"pts_time":"0.040000"`, `"errors":-1,"pts_time":"0.040000"`, 1, `errors -1 is not between`},
		"corrupt":      {summary, `"pts_time":"0.040000"`, `"corrupt":true,"pts_time":"0.040000"`, 1, `corrupt is a boolean, not a whole number`},
		"order":        {summary, `"frame_index":2`, `"frame_index":1`, 2, `frame_index 1 does not ascend`},
		"index":        {summary, `"frame_index":2`, `"frame_index":-2`, 2, `frame_index -2 is not between`},
		"entropy":      {summary, `"area_entropy":0.`, `"area_entropy":-0.`, 0, `area_entropy -0.`},
		"entropies":    {summary, `"area_entropy":0.`, `"area_entropy":5.`, 0, `is not between 0 and 4`},
		"huge":         {summary, `"luma_mean":100.000000`, `"luma_mean":1e400`, 0, `luma_mean 1e400 is not between 0 and 65535`},
		"mean":         {summary, `"luma_mean":100.000000`, `"luma_mean":-1`, 0, `luma_mean -1 is not between 0 and 65535`},
		"long":         {summary, `"pts_time":"0.040000"`, `"x":"` + strings.Repeat("x", 3<<20) + `","pts_time":"0.040000"`, 1, `its text is too long`},
		"type":         {summary, `"pts_time":"0.040000"`, `"pts_time":1`, 1, `pts_time is a number, not a string`},
		"size":         {summary, `"pts_time":"0.040000"`, `"width":70000,"height":1,"pts_time":"0.040000"`, 1, `width 70000 is not between 1 and 16384`},
		"side":         {summary, `"pts_time":"0.040000"`, `"width":64,"pts_time":"0.040000"`, 1, `width and height belong together: one is missing`},
		"header":       {summary, `"width":64`, `"width":-64`, -1, `header: width -64 is not between 1 and 16384`},
		"header twice": {summary, `"width":64`, `"width":64,"width":64`, -1, `header: width twice`},
		"rate":         {summary, `"25/1"`, `"1e308/1e-308"`, -1, `is not a fraction`},
		"analysis":     {summary, `"variant":"edge-threshold"`, `"variant":1`, -1, `header: variant is a number, not a string`},
		"threshold":    {summary, `"threshold":0.05`, `"threshold":-0.05`, -1, `header: threshold -0.05 is not between`},
		"thresholds":   {summary, `"threshold":0.05`, `"threshold":1e400`, -1, `header: threshold 1e400 is too large`},
		"cells":        {table, "\r\n1,1,", "\r\n1,1,1,", 1, `frame record 1`},
		"number":       {table, "\r\n1,1,0.040000", "\r\none,1,0.040000", 1, `frame record 1: frame_index is "one", not a whole number`},
		"infinite":     {table, `,100.000000,`, `,inf,`, 0, `luma_mean is "inf", not a number`},
		"hexadecimal":  {table, `,100.000000,`, `,0x10,`, 0, `luma_mean is "0x10", not a number`},
		"signed":       {table, `,100.000000,`, `,+100,`, 0, `luma_mean is "+100", not a number`},
		"beyond":       {table, `,100.000000,`, `,1e400,`, 0, `luma_mean 1e400 is not between`},
		"columns":      {table, `luma_p1`, `luma_mean`, -1, `header: two columns "luma_mean"`},
		"quad":         {quadsText, `"quad_count":2`, `"quad_count":3`, 1, `frame record 1`},
		"decibels":     {compared, `"psnr_avg":30.000000`, `"psnr_avg":4000`, 1, `psnr_avg 4000 is not between -1000 and 1000`},
		"below":        {compared, `"psnr_avg":30.000000`, `"psnr_avg":-1000.5`, 1, `psnr_avg -1000.5 is not between`},
		"similar":      {compared, `"ssim_all":0.900000`, `"ssim_all":1.5`, 1, `ssim_all 1.5 is not between -1 and 1`},
		"union":        {compared, `"iou":0.250000`, `"iou":-0.25`, 1, `iou -0.25 is not between 0 and 1`},
		"lost":         {compared, `"lost_pixels":6`, `"lost_pixels":-6`, 1, `lost_pixels -6 is not between 0 and`},
		"no ratio":     {compared, `"psnr_avg":30.000000,`, ``, 1, `no "psnr_avg"`},
		"encodes":      {compared, `"encodes":[{"path":"a.mp4","stream_index":0,"width":64`, `"encodes":[{"path":"a.mp4","stream_index":0,"width":-64`, -1, `header: width -64 is not between`},
		"film":         {summary, `"coverage":0.000651`, `"psnr":4000,"coverage":0.000651`, 1, `psnr 4000 is not between 0 and 1000`},
		"cell":         {comparedTable, `0.040000,40.000000`, `0.040000,4000`, -1, `psnr_avg 4000 is not between`},
		"moment":       {quadsText, `"pts":1,"pts_time":"0.040000"`, `"pts_synthetic":1,"pts_time":"1` + strings.Repeat("0", 308) + `.000000"`, 1, `pts_time 1e+308 is not between -1e+12 and 1e+12`},
		"encode":       {compared, `"encode":1,"encode_frame_index":1`, `"encode":2,"encode_frame_index":1`, 2, `encode 2 of 2`},
	} {
		t.Run(name, func(t *testing.T) {
			broken := strings.Replace(c.text, c.old, c.new, 1)
			if broken == c.text {
				t.Fatalf("there is no %s in %s", c.old, c.text)
			}
			dir := t.TempDir()
			put(t, dir, "broken.ndjson", []byte(broken))
			corpus := gathered(t, dir)
			if len(corpus.Broken) != 1 || !strings.Contains(corpus.Broken[0].Err.Error(), c.says) {
				t.Fatalf("%v, want %q", corpus.Broken, c.says)
			}
			all := append(corpus.Videos, corpus.Comparisons...)
			if corpus.Broken[0].Kept != (c.kept >= 0) || c.kept < 0 != (len(all) == 0) {
				t.Fatalf("kept: %v, %d videos", corpus.Broken[0].Kept, len(all))
			}
			if len(all) > 0 && all[0].Frames != c.kept {
				t.Errorf("%d frames kept, want %d", all[0].Frames, c.kept)
			}
			if len(all) > 0 {
				dataOf(t, pageOf(t, dir))
			}
		})
	}
}
