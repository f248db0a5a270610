package browserpage

import (
	"path/filepath"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
)

// Press handles a key while the file browser is open.
func (p *Page) Press(key imgui.Key) {
	f := &p.files
	f.waits = false
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
			b := f.state
			f.follow(&b)
		}
		p.confirm()
	case imgui.KeyUpArrow:
		f.move(-1)
	case imgui.KeyDownArrow:
		f.move(1)
	case imgui.KeyPageUp:
		f.move(-max(f.page-1, 1))
	case imgui.KeyPageDown:
		f.move(max(f.page-1, 1))
	case imgui.KeyHome:
		f.move(-f.choosable())
	case imgui.KeyEnd:
		f.move(f.choosable())
	}
}

// confirm does what Enter does: it accepts what is selected or typed; without either, it uses the folder shown, where a folder is chosen.
func (p *Page) confirm() {
	f := &p.files
	if f.state.Kind == browser.Folder && f.entry() == nil && strings.TrimSpace(f.filter.Text) == "" {
		p.Do(command.Command{ID: command.SetFolder, Text: f.path})
		return
	}
	p.accept()
}

// accept opens the selected entry, or else what is at the typed path, once that is known.
func (p *Page) accept() {
	f := &p.files
	e, t := f.entry(), f.found()
	f.waits = e == nil && f.typed() != "" && !t.Looked
	switch {
	case e != nil:
		p.enter(filepath.Join(f.path, e.Name), e.Folder)
	case f.usable():
		p.enter(filepath.Clean(t.Path), t.Folder)
	}
}

// enter changes to a folder, or requests to play a file.
func (p *Page) enter(path string, folder bool) {
	if folder {
		p.show(path)
		return
	}
	p.Do(command.Command{ID: command.OpenPath, Text: path})
}

// show changes to a folder, all of whose entries are listed.
func (p *Page) show(folder string) {
	p.files.filter.Set("")
	p.files.base = ""
	p.Do(command.Command{ID: command.ShowFolder, Text: folder})
}

// ask requests what is at a typed path; once that is cleared, the folder where the user began to type it.
func (p *Page) ask(b *browser.State) {
	f := &p.files
	switch path := f.typed(); {
	case path != "" && path != b.Typed.Path:
		p.Do(command.Command{ID: command.TypePath, Text: path})
	case path == "" && f.base != "":
		p.Do(command.Command{ID: command.ShowFolder, Text: f.base})
	}
}

func (p *Page) up() {
	if above := filepath.Dir(p.files.path); above != p.files.path {
		p.show(above)
	}
}
