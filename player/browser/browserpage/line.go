package browserpage

import "ffkvadrat/player/browser"

// Line is the file browser in the player's status lines.
type Line struct {
	Folder   string   `json:"folder"`
	Reading  bool     `json:"reading"`
	Error    string   `json:"error,omitempty"`
	Entries  int      `json:"entries"`
	Summary  string   `json:"summary"`        // how many of what are listed
	Rows     []string `json:"rows"`           // names of the visible lines, which are the widgets "rows 0" and so on
	Note     string   `json:"note,omitempty"` // why there are none
	Use      string   `json:"use"`            // title of the button that opens
	Places   []string `json:"places"`
	Selected string   `json:"selected,omitempty"` // selected file
	Poster   bool     `json:"poster"`             // it has a poster
	Desktop  bool     `json:"desktop"`
}

// Line describes the file browser, or returns nil while it is closed.
func (p *Page) Line(b *browser.State) *Line {
	if !p.IsOpen() {
		return nil
	}
	l := &Line{
		Folder: b.Path, Reading: b.Listing == nil || b.Listing.Reading, Rows: p.rowNames, Summary: p.files.summary, Selected: p.Selected(), Note: p.noted, Use: p.use,
		Poster: b.Poster != nil && b.Poster.Image != nil, Desktop: b.Desktop,
	}
	for _, place := range b.Places {
		l.Places = append(l.Places, place.Label)
	}
	if b.Listing != nil {
		l.Entries = len(b.Listing.Entries)
		if b.Listing.Err != nil {
			l.Error = browser.Explain(b.Listing.Err)
		}
	}
	return l
}
