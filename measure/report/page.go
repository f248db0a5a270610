package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"path"
	"strconv"
	"sync"

	"ffkvadrat/decode/visible"
)

// The page's parts.
var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
)

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"grouped":  func(v float64) string { return grouped(v, 0) },
		"short":    short,
		"whole":    func(v int64) string { return grouped(float64(v), 0) },
		"count":    func(v int) string { return grouped(float64(v), 0) },
		"plural":   func(n int, thing string) string { return plural(int64(n), thing) },
		"duration": duration,
		"visible":  visible.Text,
		"colour":   func(group int) int { return min(group, colours) },
	}).Parse(pageHTML))
})

// WriteHTML writes the page, which depends only on the corpus.
func (c *Corpus) WriteHTML(w io.Writer) error {
	v := c.view()
	// The template would write null instead of an error.
	data, err := json.Marshal(&v.data)
	if err != nil {
		return fmt.Errorf("report: the page's data: %w", err)
	}
	v.Data = template.JS(data) // without < and >
	out := bufio.NewWriter(w)
	if err := page().Execute(out, v); err != nil {
		return err
	}
	return out.Flush()
}

// view is the data of the page's template.
type view struct {
	Title         string
	Policy        string // Content-Security-Policy
	Style         template.CSS
	Script        template.JS
	Totals        totals
	Groups        []Group
	Mixed         bool
	Plot          *plot
	Outliers      []outlierView
	Looks         []looks
	Videos        []videoView
	Comparisons   []videoView
	Broken        []brokenView
	LeftOut       int
	VMAF          bool        // a comparison has VMAF
	Data          template.JS // in JSON
	data          pageData
	Measures      []choice // measures of the videos
	CompareCurves []choice // measures of the comparisons
}

type choice struct{ Key, Title string }

type brokenView struct {
	File, Error string
	Kept        bool
}

type outlierView struct {
	*Video
	Index       int
	Mean, Ratio string
	Above       bool
}

// videoView is a line of a table.
type videoView struct {
	*Video
	Index                  int
	Dir, Rest              string // parts of the name
	Spark                  string
	SparkWidth             int
	Mean, Least, Most      string
	Total, Covered, Size   string
	Letter                 string
	PSNR, LowPSNR, SSIM    string
	IoU, Lost, Invent, VM  string
	Reference, DurationStr string
}

func (c *Corpus) view() *view {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	v := &view{
		Title: visible.Text(c.Title), Style: template.CSS(pageCSS), Script: template.JS(pageJS),
		Policy: "default-src 'none'; style-src " + hash(pageCSS) + "; script-src " + hash(pageJS) + "; base-uri 'none'; form-action 'none'",
		Totals: c.totals(), Groups: c.Groups, Mixed: len(c.Groups) > 1, Plot: c.plot(), Looks: c.looks(), LeftOut: c.LeftOut,
	}
	index := map[*Video]int{}
	for i, f := range c.Videos {
		index[f] = i
		v.Videos = append(v.Videos, c.line(f, i, quads))
	}
	for i, f := range c.Comparisons {
		index[f] = i
		v.Comparisons = append(v.Comparisons, c.line(f, i, psnr))
		v.VMAF = v.VMAF || f.has(vmaf)
	}
	for _, o := range c.outliers() {
		v.Outliers = append(v.Outliers, outlierView{o.Video, index[o.Video], grouped(o.Video.Mean(), 0), factor(o.Ratio), o.Ratio > 1})
	}
	for i := range v.Looks {
		for j := range v.Looks[i].Frames {
			f := &v.Looks[i].Frames[j]
			f.Index = index[f.Video]
		}
	}
	for _, b := range c.Broken {
		v.Broken = append(v.Broken, brokenView{visible.Text(b.File), visible.Text(b.Err.Error()), b.Kept})
	}
	v.Measures, v.CompareCurves = choices(c.Videos), choices(c.Comparisons)
	v.data = pageData{Steps: steps, Measures: allMeasures(), Lists: allLists()}
	places := map[string]int{}
	add := func(to []videoData, f *Video) []videoData {
		d := f.data()
		place, known := places[f.Settings.key]
		if !known {
			place = len(v.data.Settings)
			places[f.Settings.key] = place
			v.data.Settings = append(v.data.Settings, [2]string{visible.Text(f.Settings.Variant), f.Settings.Words})
		}
		d.Settings = place
		return append(to, d)
	}
	for _, f := range c.Videos {
		v.data.Videos = add(v.data.Videos, f)
	}
	for _, f := range c.Comparisons {
		v.data.Comparisons = add(v.data.Comparisons, f)
	}
	return v
}

// choices returns the measures that any of the videos has.
func choices(videos []*Video) (list []choice) {
	for m := range measureCount {
		for _, f := range videos {
			if f.has(m) {
				list = append(list, choice{measures[m].key, measures[m].title})
				break
			}
		}
	}
	return list
}

// line returns the line of a video, with the small curve of a measure.
func (c *Corpus) line(f *Video, index int, of measure) videoView {
	v := videoView{Video: f, Index: index, DurationStr: duration(f.Duration), Reference: visible.Text(f.Path)}
	v.Dir, v.Rest = path.Split(f.Name)
	if f.Kind != Comparison {
		v.Letter = c.Groups[f.Group].Letter
	}
	v.Spark, v.SparkWidth = f.curves[of].spark.path, f.curves[of].spark.width
	value := func(m measure, of func(*curve) float64) string {
		if !f.has(m) {
			return ""
		}
		return measures[m].text(of(&f.curves[m]))
	}
	mean := func(m measure) string {
		return value(m, func(c *curve) float64 { return c.mean(measures[m].decibels) })
	}
	least := func(c *curve) float64 {
		if c.known == 0 {
			return math.Inf(1)
		}
		return c.min
	}
	v.Mean, v.Least, v.Most = mean(quads), value(quads, least), value(quads, func(c *curve) float64 { return c.max })
	if f.has(quads) {
		v.Total = grouped(f.total, 0)
	}
	v.Covered = mean(coverage)
	if f.Width > 0 {
		v.Size = strconv.Itoa(f.Width) + "×" + strconv.Itoa(f.Height)
		if f.Resized {
			v.Size += " +"
		}
	}
	v.PSNR, v.LowPSNR, v.SSIM, v.IoU, v.VM = mean(psnr), value(psnr, least), mean(ssim), mean(iou), mean(vmaf)
	v.Lost, v.Invent = mean(lost), mean(invented)
	return v
}
