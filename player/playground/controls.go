package playground

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Control is a row of the page's panel.
type Control struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Help  string `json:"help"`
	Unit  string `json:"unit,omitempty"`
	// Kind is word, number, whole, switch or colours.
	Kind  string   `json:"kind"`
	Words []Choice `json:"words,omitempty"`
	Value string   `json:"value"`
	Max   float64  `json:"max,omitempty"` // of a number or a whole number
	// Along is how far along its slider a number is, 0 to 1.
	Along float64 `json:"along"`
	More  bool    `json:"more,omitempty"` // it is needed seldom
}

// Choice is a value of a control of kind word.
type Choice struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// Entry is a colour of the legend and its meaning.
type Entry struct {
	Colour string `json:"colour"`
	Name   string `json:"name"`
}

// Panel is what the page shows next to the picture.
type Panel struct {
	Controls []Control `json:"controls"`
	Legend   []Entry   `json:"legend"`
	// Scale has the colours of a scale and its ends where there is no legend.
	Scale []string `json:"scale,omitempty"`
	Ends  []string `json:"ends,omitempty"`
	Says  string   `json:"says"`  // how the picture is analysed
	Flags string   `json:"flags"` // of the command line for the same list
	Thing string   `json:"thing"` // name of an entry of the list
}

// shown are the parameters with a control, in the panel's order. A template needs another picture, and
// classes need the lower bound first.
var shown = [...]string{"variant", "operator", "threshold", "low", "planes", "features", "colours", "invert", "order", "min_size", "max_size"}

var more = map[string]bool{"low": true, "planes": true, "invert": true, "order": true, "min_size": true, "max_size": true}

var kinds = map[analysis.Kind]string{
	analysis.KindWord: "word", analysis.KindNumber: "number", analysis.KindWhole: "whole", analysis.KindSwitch: "switch", analysis.KindColours: "colours",
}

// largest is the largest size of quads to choose.
const largest = 1 << 10

// Panel returns the controls with their values.
func (p *Playground) Panel() Panel {
	panel := Panel{Thing: p.params.Variant.Thing()}
	for _, name := range shown {
		r := analysis.Named(name)
		if !r.Has(&p.params) || name == "low" && !p.params.Operator.TakesLow() {
			continue
		}
		c := Control{Name: name, Title: r.Title, Help: r.Help, Unit: r.Unit, Kind: kinds[r.Kind], Value: r.Text(&p.params), More: more[name]}
		switch r.Kind {
		case analysis.KindWord:
			for i, w := range r.Words {
				if p.offers(name, i) {
					c.Words = append(c.Words, Choice{w.Name, title(w)})
				}
			}
		case analysis.KindNumber:
			c.Max = p.params.MaxThreshold()
			c.Along = along(r.Number(&p.params), c.Max)
		case analysis.KindWhole:
			c.Max = largest
		}
		panel.Controls = append(panel.Controls, c)
	}
	panel.Controls = append(panel.Controls, p.drawing()...)
	p.legend(&panel)
	if picture := p.Picture(); picture != nil && p.stored == nil {
		if says, err := p.params.Describe(picture); err == nil {
			panel.Says = says
		}
	}
	panel.Flags = flags(p.params)
	return panel
}

// offers reports whether a word can be chosen: there are neither templates nor motion vectors.
func (p *Playground) offers(name string, i int) bool {
	rgb := p.Picture() != nil && p.Picture().Format.Model == yuv.RGB
	switch name {
	case "variant":
		return !analysis.Variant(i).Searches()
	case "planes":
		return edge.Planes(i) == edge.LumaPlane || edge.Planes(i) == edge.AllPlanes && !rgb
	case "features":
		return channel.Space(i) != channel.Vectors && !(rgb && channel.Space(i) == channel.YUV)
	}
	return true
}

func title(w analysis.Word) string {
	if w.Title != "" {
		return w.Title
	}
	return w.Name
}

// colourings are those that need neither a second list nor a second video.
var colourings = [...]overlay.Colouring{overlay.ByLevel, overlay.BySafeLevel, overlay.ByMean, overlay.ByAge}

// drawing returns the controls of how quads are drawn.
func (p *Playground) drawing() []Control {
	look := Control{Name: "look", Title: "Look", Help: "How quads are shown.", Kind: "word", Value: p.style.Look.String()}
	for l := range overlay.LookCount {
		look.Words = append(look.Words, Choice{l.String(), l.Title()})
	}
	colour := Control{Name: "colouring", Title: "Colour by", Help: "What the colour of a quad shows.", Kind: "word", Value: p.style.Colour.String()}
	for _, c := range colourings {
		colour.Words = append(colour.Words, Choice{c.String(), c.Title()})
	}
	opacity := Control{Name: "opacity", Title: "Opacity", Help: "How much quads hide of the picture.", Kind: "number", Max: 1}
	opacity.Value = strconv.FormatFloat(math.Round(float64(p.style.Opacity)*100)/100, 'f', -1, 64)
	opacity.Along = float64(p.style.Opacity)
	if p.style.Look == overlay.Mosaic {
		return []Control{look, opacity}
	}
	return []Control{look, colour, opacity}
}

// legend adds the meaning of the colours.
func (p *Playground) legend(panel *Panel) {
	c := p.style.Colour
	switch {
	case p.style.Look == overlay.Mosaic:
		panel.Ends = []string{p.style.Look.Legend()}
		return
	case c.Legend() == nil:
		for i := 0; i < overlay.ScaleSteps; i += 17 {
			panel.Scale = append(panel.Scale, hex(overlay.ScaleColour(i)))
		}
		panel.Ends = []string{"dark", "light"}
		return
	}
	for level, e := range c.Legend() {
		if c.Sizes() && p.Picture() != nil && 1<<level > min(p.Picture().Width, p.Picture().Height) {
			break
		}
		panel.Legend = append(panel.Legend, Entry{hex(e.Colour), e.Name})
	}
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Set sets a control to a text, in the form of its Value. analyse is true if the list has to be made
// anew. After an error nothing has changed.
func (p *Playground) Set(name, text string) (analyse bool, err error) {
	switch name {
	case "look":
		look, err := overlay.ParseLook(text)
		if err == nil {
			p.style.Look = look
		}
		return false, err
	case "colouring":
		colour, err := overlay.ParseColouring(text)
		if err == nil {
			p.style.Colour = colour
		}
		return false, err
	case "opacity":
		value, err := strconv.ParseFloat(text, 32)
		if err != nil || !(value >= 0 && value <= 1) {
			return false, fmt.Errorf("playground: %.40q is no opacity from 0 to 1", text)
		}
		p.style.Opacity = float32(value)
		return false, nil
	}
	row := analysis.Named(name)
	if row == nil {
		return false, fmt.Errorf("playground: there is no setting %q", name)
	}
	next := p.params
	if err := row.Read(&next, text); err != nil {
		return false, fmt.Errorf("playground: %s: %w", row.Title, err)
	}
	if name == "variant" || name == "operator" {
		next = p.params.Switched(next.Variant, next.Operator)
	}
	next = next.Limited()
	if err := next.Check(); err != nil {
		return false, err
	}
	p.params = next
	return true, nil
}

// SetAlong sets a number, the threshold or the lower bound, from the place of its slider, 0 to 1.
func (p *Playground) SetAlong(name string, part float64) (analyse bool, err error) {
	if name == "opacity" {
		return p.Set(name, strconv.FormatFloat(math.Round(part*100)/100, 'f', -1, 64))
	}
	value := threshold(part, p.params.MaxThreshold())
	if name == "low" {
		value = min(value, p.params.Threshold)
	}
	if name == "threshold" && p.params.Low > value {
		p.params.Low = value
	}
	return p.Set(name, strconv.FormatFloat(value, 'f', -1, 64))
}

// least is the smallest threshold above 0 on a slider, whose scale is logarithmic.
const least = 1e-4

// along returns the place of a threshold on its slider.
func along(t, end float64) float64 {
	if t < least {
		return 0
	}
	return math.Log(t/least) / math.Log(end/least)
}

// threshold returns the threshold at a place of its slider, with three digits.
func threshold(part, end float64) float64 {
	switch {
	case !(part > 0):
		return 0
	case part >= 1:
		return end
	}
	t := least * math.Exp(part*math.Log(end/least))
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(t, 'g', 3, 64), 64)
	if err != nil {
		return t
	}
	return min(rounded, end)
}

// flags writes the parameters that are not the default for the command line.
func flags(p analysis.Params) (text string) {
	p = p.Applied()
	for _, r := range analysis.Settings() {
		threshold := r.Name == "threshold"
		if r.Flag == "" || !r.Has(&p) || r.Default(&p) && !threshold {
			continue
		}
		if text != "" {
			text += " "
		}
		text += "--" + r.Flag
		switch r.Kind {
		case analysis.KindSwitch:
		case analysis.KindColours:
			text += " '" + r.Text(&p) + "'"
		default:
			text += " " + r.Text(&p)
		}
	}
	return text
}
