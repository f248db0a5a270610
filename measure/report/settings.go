package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ffkvadrat/decode/visible"
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

// analysis is the header's object of that name.
type analysis struct {
	Variant   string        `json:"variant"`
	Threshold json.Number   `json:"threshold"`
	EachFrame int           `json:"each_frame"`
	Operator  string        `json:"operator"`
	Planes    string        `json:"planes"`
	Low       json.Number   `json:"low"`
	Invert    int           `json:"invert"`
	Bounds    []json.Number `json:"bounds"`
	Features  string        `json:"features"`
	Order     string        `json:"order"`
	MinSize   int           `json:"min_size"`
	MaxSize   int           `json:"max_size"`
	Cube      int           `json:"cube"`
	Cuts      int           `json:"cuts"`
	Every     int64         `json:"every"`
	Template  *struct {
		Width  int `json:"width"`
		Height int `json:"height"`
	} `json:"template"`
	Suppress int               `json:"suppress"`
	Colours  []json.RawMessage `json:"colours"`
}

// settingsOf reads the header's object. wanted is how many quads a frame was to have, if the threshold was found
// for that, else 0.
func settingsOf(object []byte, wanted int) (s Settings, err error) {
	var a analysis
	if err := json.Unmarshal(object, &a); err != nil {
		return s, fmt.Errorf("analysis: %w", err)
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(object, &all); err != nil {
		return s, fmt.Errorf("analysis: %w", err)
	}
	if a.Variant == "" {
		return s, nil
	}
	if a.EachFrame != 0 || wanted != 0 {
		delete(all, "threshold")
	}
	// These two follow from the video's own tags.
	delete(all, "matrix")
	delete(all, "range")
	if wanted != 0 {
		all["wanted"] = fmt.Append(nil, wanted)
	}
	key, err := json.Marshal(all) // in the order of names
	if err != nil {
		return s, fmt.Errorf("analysis: %w", err)
	}
	s = Settings{Variant: a.Variant, key: string(key), Words: a.words(wanted)}
	s.flags, s.unsaid = a.flags(wanted, all)
	return s, nil
}

func (a *analysis) words(wanted int) string {
	var words []string
	add := func(format string, args ...any) { words = append(words, visible.Text(fmt.Sprintf(format, args...))) }
	limit := string(a.Threshold)
	switch {
	case a.EachFrame != 0:
		limit = "threshold of each frame"
	case wanted != 0:
		limit = fmt.Sprintf("threshold for %d quads", wanted)
	case a.Low != "":
		limit = string(a.Low) + " to " + limit
	}
	add("%s", strings.TrimSpace(cmp.Or(a.Operator, a.Features)+" "+limit))
	if a.Operator != "" && a.Features != "" {
		add("in %s", a.Features)
	}
	if a.Template != nil {
		add("template %d×%d", a.Template.Width, a.Template.Height)
	}
	if a.Suppress != 0 {
		add("best hits")
	}
	for _, c := range a.Colours {
		add("colour %s", strings.Trim(string(c), "[]"))
	}
	switch a.Planes {
	case "yuv":
		add("all planes")
	case "alpha":
		add("alpha")
	}
	if a.Invert != 0 {
		add("inverted")
	}
	if len(a.Bounds) != 0 {
		add("%d classes", len(a.Bounds)+1)
	}
	switch {
	case a.MinSize != 0 && a.MaxSize != 0:
		add("sizes %d to %d", a.MinSize, a.MaxSize)
	case a.MinSize != 0:
		add("sizes from %d", a.MinSize)
	case a.MaxSize != 0:
		add("sizes to %d", a.MaxSize)
	}
	if a.Cube != 0 {
		add("cubes of %d frames", a.Cube)
	}
	if a.Cuts != 0 {
		add("cut at cuts")
	}
	if a.Every > 1 {
		add("every %d", a.Every)
	}
	return strings.Join(words, ", ")
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

// canonical returns the header's object of an export's analysis.
func canonical(a *quadfile.Analysis) []byte { return bytes.Clone(a.AppendJSON(nil)) }
