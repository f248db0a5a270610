package browserpage

import (
	"path/filepath"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
)

// Press handles a key while the file browser is open.
func (p *Page) Press(key imgui.Key) {
	f := &p.files
	if key == imgui.KeyBackspace && f.filter.Text == "" {
		p.up()
		return
	}
	if f.filter.Press(key, p.Held) {
		return
	}
	switch key {
	case imgui.KeyEscape:
		if f.filter.Text == "" {
			p.Do(command.Do(command.CloseFiles))
		}
		f.filter.Set("")
	case imgui.KeyEnter:
		if f.filter.Text != f.written { // the filter has changed since the last Build
			f.follow(&browser.State{Path: f.path, Listing: f.listing})
		}
		if e := f.entry(); e != nil {
			p.enter(e)
		}
	case imgui.KeyUpArrow:
		f.move(-1)
	case imgui.KeyDownArrow:
		f.move(1)
	case imgui.KeyPageUp:
		f.move(-max(f.page-1, 1))
	case imgui.KeyPageDown:
		f.move(max(f.page-1, 1))
	case imgui.KeyHome:
		f.move(-len(f.rows))
	case imgui.KeyEnd:
		f.move(len(f.rows))
	}
}

// enter opens an entry: it changes to a folder, or requests to play a file.
func (p *Page) enter(e *browser.Entry) {
	id := command.OpenPath
	if e.Folder {
		id = command.ShowFolder
	}
	p.Do(command.Command{ID: id, Text: filepath.Join(p.files.path, e.Name)})
}

func (p *Page) up() {
	if above := filepath.Dir(p.files.path); above != p.files.path {
		p.Do(command.Command{ID: command.ShowFolder, Text: above})
	}
}
