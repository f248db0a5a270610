package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/decode/visible"
	"ffkvadrat/edge"
	"ffkvadrat/quadfile"
)

// Settings are the parameters on which counts depend. Counts of videos with other settings are not comparable.
type Settings struct {
	Variant string // as the header has it; empty if the settings are not known
	Words   string // the parameters
	key     string // equal for equal settings
	flags   []string
	unsaid  []string // what the player has no flag for; then flags mean something else
}

// Group is videos with equal settings.
type Group struct {
	Settings
	Letter string
	Videos int
}

// header is an analysis with the fields of its text, which keep numbers as they were written and what this version
// does not know.
type header struct {
	*quadfile.Analysis
	text   map[string]json.RawMessage
	wanted int // how many quads a frame was to have, if the threshold was found for that; else 0
}

// settingsOf returns the settings of an analysis whose object in a header is text.
func settingsOf(a *quadfile.Analysis, text []byte, wanted int) (s Settings, err error) {
	h := header{a, nil, wanted}
	if err := json.Unmarshal(text, &h.text); err != nil {
		return s, fmt.Errorf("analysis: %w", err)
	}
	if a.EachFrame || wanted != 0 {
		delete(h.text, "threshold")
	}
	// These two follow from the video's own tags.
	delete(h.text, "matrix")
	delete(h.text, "range")
	if wanted != 0 {
		h.text["wanted"] = fmt.Append(nil, wanted)
	}
	key, err := json.Marshal(h.text) // in the order of names
	if err != nil {
		return s, fmt.Errorf("analysis: %w", err)
	}
	s = Settings{Variant: a.Variant.Header(), key: string(key), Words: h.words()}
	s.flags, s.unsaid = h.flags()
	return s, nil
}

func (h *header) words() string {
	var words []string
	for i := range analysis.Parameters() {
		words = append(words, h.phrases(&analysis.Parameters()[i])...)
	}
	if h.Cube != 0 {
		words = append(words, fmt.Sprintf("cubes of %d frames", h.Cube))
	}
	if h.Cuts {
		words = append(words, "cut at cuts")
	}
	if h.Every > 1 {
		words = append(words, fmt.Sprintf("every %d", h.Every))
	}
	return visible.Text(strings.Join(words, ", "))
}

// phrases returns what is said of a parameter. The threshold's phrase has the lower bound, and what it is about.
func (h *header) phrases(r *analysis.Parameter) (phrases []string) {
	p := &h.Params
	values := []string{r.Text(p)}
	switch {
	case !r.Written(p):
		return nil
	case r.Name == "threshold":
		return []string{strings.TrimSpace(h.about() + " " + h.limits())}
	case r.Name == "features" && !p.Variant.Discriminates(), r.Name == "planes" && r.Default(p), r.Name == "min_size" && p.MaxSize != 0:
		return nil
	case r.Name == "planes" && p.Planes == edge.AllPlanes:
		values[0] = "all planes"
	case r.Name == "max_size" && p.MinSize != 0:
		return []string{fmt.Sprintf("sizes %d to %d", p.MinSize, p.MaxSize)}
	case r.Kind == analysis.KindTemplate:
		values[0] = fmt.Sprintf("%d×%d", p.Search.Template.Width, p.Search.Template.Height)
	case r.Kind == analysis.KindBounds:
		values[0] = strconv.Itoa(p.Bounds.Classes())
	case r.Kind == analysis.KindColours:
		values = h.elements(r.Name)
	}
	for _, value := range values {
		if r.Phrase != "" {
			phrases = append(phrases, strings.ReplaceAll(r.Phrase, "${value}", value))
		}
	}
	return phrases
}

// about returns what the threshold is compared with.
func (h *header) about() string {
	for _, name := range [...]string{"operator", "features"} {
		if r := analysis.Named(name); r.Has(&h.Params) {
			return r.Header(&h.Params)
		}
	}
	return ""
}

func (h *header) limits() string {
	switch {
	case h.EachFrame:
		return "threshold of each frame"
	case h.wanted != 0:
		return fmt.Sprintf("threshold for %d quads", h.wanted)
	case h.Low != 0:
		return string(h.text["low"]) + " to " + string(h.text["threshold"])
	}
	return string(h.text["threshold"])
}

// elements returns the elements of a field as they were written, colours without brackets.
func (h *header) elements(name string) (elements []string) {
	var list []json.RawMessage
	_ = json.Unmarshal(h.text[name], &list) // the reader has seen that it is an array
	for _, e := range list {
		elements = append(elements, strings.Trim(string(e), "[]"))
	}
	return elements
}

// group gives each video its group: the largest comes first.
func (c *Corpus) group() {
	counts := map[string]int{}
	for _, f := range c.Videos {
		counts[f.Settings.key]++
	}
	var groups []Group
	seen := map[string]bool{}
	for _, f := range c.Videos {
		if key := f.Settings.key; !seen[key] {
			seen[key] = true
			groups = append(groups, Group{Settings: f.Settings, Videos: counts[key]})
		}
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Videos, a.Videos), strings.Compare(a.key, b.key))
	})
	at := map[string]int{}
	for i := range groups {
		groups[i].Letter = letters(i)
		at[groups[i].key] = i
	}
	for _, f := range c.Videos {
		f.Group = at[f.Settings.key]
	}
	c.Groups = groups
}

// letters names groups as spreadsheets name columns: A to Z, AA and so on.
func letters(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letters(i/26-1) + string(rune('A'+i%26))
}
