package browserpage

import (
	"cmp"
	"fmt"
	"image"
	"path/filepath"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// foot describes the selected file and has the buttons that open it.
func (p *Page) foot(r image.Rectangle, b *browser.State, reply browser.Reply) {
	s, f, w := p.Scale, &p.files, &p.Widgets
	draw := imgui.WindowDrawList()
	low, high := widgets.Corners(r)
	box := imgui.NewVec2(float32(r.Dy())*16/9, float32(r.Dy()))
	e := f.entry()
	x := low.X
	if b.Kind.Previews() {
		w.BrowserPoster = image.Rect(int(low.X), int(low.Y), int(low.X+box.X), int(low.Y+box.Y))
		if e != nil && !e.Folder {
			p.poster(draw, selectedPoster, b.Poster, low, box, 4)
		} else {
			draw.AddRectFilledV(low, low.Add(box), widgets.Packed(p.Sunken), 4*s, 0)
			for i, text := range [...]string{"Choose a file", "to see it"} {
				y := low.Y + box.Y/2 + (float32(i)-0.5)*1.3*widgets.SmallSize*s
				p.WriteCentred(draw, widgets.SmallSize*s, low.X+box.X/2, y, widgets.Packed(p.Dim), text)
			}
		}
		x += box.X + 12*s
	}

	const height = 30
	y := high.Y - height*s
	end := high.X
	title, open := "Open", float32(96)
	if b.Kind == browser.Folder {
		title = widgets.Fitted("Use "+browser.Short(f.folder(e)), 0.4*(high.X-low.X)-24*s)
		open = imgui.CalcTextSize(title).X/s + 24
	} else if b.Kind == browser.Second {
		title = "Compare"
	}
	end -= open * s
	imgui.SetCursorScreenPos(imgui.NewVec2(end, y))
	p.use = title
	imgui.BeginDisabled(f.refused(e) || e == nil && !f.usable() && (b.Kind != browser.Folder || f.typed() != ""))
	switch pressed := p.MainButton(title+"###open", imgui.NewVec2(open*s, height*s)); {
	case pressed && b.Kind == browser.Folder:
		p.Do(command.Command{ID: command.SetFolder, Text: f.folder(e)})
	case pressed:
		p.accept()
	}
	imgui.EndDisabled()
	w.BrowserOpen = widgets.Item()
	if b.Kind == browser.Folder {
		end -= p.newFolder(end-8*s, y, height*s) + 8*s
	}
	if b.Kind == browser.Settings {
		end -= p.saveHere(end-8*s, y, height*s) + 8*s
	}
	if n := f.shown.Videos + f.shown.Pictures; n > 1 && b.Kind == browser.Videos && !f.listing.Reading {
		const text = "Play all"
		width := imgui.CalcTextSize(text).X + 24*s
		end -= width + 8*s
		imgui.SetCursorScreenPos(imgui.NewVec2(end, y))
		if imgui.Button(text, imgui.NewVec2(width, height*s)) {
			p.Do(f.playAll())
		}
		w.PlayAll = widgets.Item()
		p.AddTip("Plays the listed videos and pictures one after another")
	}

	wide := high.X - x
	lines := f.about(e, b.Poster)
	if b.Kind == browser.Folder {
		lines = [3]string{browser.Label(f.folder(e)), "Enter uses this folder, a double click opens one."}
		if e != nil {
			lines[1] = "Enter or a double click opens it."
		}
	}
	if e == nil && f.typed() != "" {
		lines = [3]string{browser.Label(f.folder(e)), f.aboutTyped()}
	}
	if b.Kind == browser.Settings && (e == nil || e.Folder) {
		lines = [3]string{"Choose a file that ends in .json", "Save here writes the present settings into this folder."}
	}
	lines[1] = cmp.Or(reply.Text, lines[1])
	at := imgui.NewVec2(x, low.Y)
	for i, text := range lines {
		font, size, ink := p.Regular, float32(widgets.SmallSize), p.Dim
		if i == 0 {
			font, size, ink = p.Medium, widgets.TextSize, p.Bright
		} else if i == 1 && reply.Text != "" && !reply.Done {
			ink = p.LoopColour
		}
		if at.Y+size*s > y-2*s { // next to the buttons
			wide = end - x - 10*s
		}
		imgui.PushFont(font, size*s)
		if at.Y+size*s <= high.Y {
			draw.AddText(at, widgets.Packed(ink), widgets.Fitted(text, wide))
		}
		imgui.PopFont()
		at.Y += 1.35 * size * s
	}
}

// newFolder is the button that makes a folder with the typed name or path, left of end, unless something is there. It returns its
// width.
func (p *Page) newFolder(end, y, height float32) (width float32) {
	s, f := p.Scale, &p.files
	p.Widgets.NewFolder = image.Rectangle{}
	name, text := strings.TrimSpace(f.filter.Text), "New folder"
	path := filepath.Join(f.path, cmp.Or(name, text))
	if typed := f.found(); f.typed() != "" {
		if !typed.Missing() {
			return 0
		}
		path = filepath.Clean(typed.Path)
		name = filepath.Base(path)
	} else if name != "" && f.listing != nil && f.listing.Find(name) >= 0 {
		return 0
	}
	if name != "" {
		text = widgets.Fitted("New folder “"+browser.Label(name)+"”", 200*s)
	}
	width = imgui.CalcTextSize(text).X + 24*s
	imgui.SetCursorScreenPos(imgui.NewVec2(end-width, y))
	if imgui.Button(text+"##new", imgui.NewVec2(width, height)) {
		p.Do(command.Command{ID: command.MakeFolder, Text: path})
	}
	p.Widgets.NewFolder = widgets.Item()
	p.AddCommandTip(command.Do(command.MakeFolder))
	return width
}

// saveHere is the button that saves the settings in the folder, left of end. It returns its width.
func (p *Page) saveHere(end, y, height float32) (width float32) {
	width = 110 * p.Scale
	imgui.SetCursorScreenPos(imgui.NewVec2(end-width, y))
	if imgui.Button("Save here", imgui.NewVec2(width, height)) {
		p.Do(command.Command{ID: command.SaveSettings, Text: p.files.path})
		p.Do(command.Command{ID: command.ShowFolder, Text: p.files.path})
	}
	p.Widgets.SaveHere = widgets.Item()
	p.AddTip("Saves the settings to a file in this folder.")
	return width
}

// folder returns the folder to use: the selected one, or else the typed one, or else the one shown.
func (f *files) folder(e *browser.Entry) string {
	switch path := f.typed(); {
	case e != nil:
		return filepath.Join(f.path, e.Name)
	case path != "":
		return filepath.Clean(path)
	}
	return f.path
}

// about describes an entry in three lines.
func (f *files) about(e *browser.Entry, made *survey.Poster) (lines [3]string) {
	switch {
	case e == nil:
		lines[0] = "Nothing is selected"
		lines[1] = "A click selects, a double click opens."
		return lines
	case e.Folder:
		lines[0], lines[1] = e.Label, "A folder"
		return lines
	}
	lines[0] = e.Label
	if e.Size >= 0 {
		lines[2] = quantity.Bytes(float64(e.Size)) + "   " + dateText(e.Modified, true)
	}
	switch {
	case made == nil:
	case made.Err != nil:
		lines[1] = "No preview available."
	default:
		i := &made.Info
		lines[1] = fmt.Sprintf("%d×%d   %s", i.Width, i.Height, i.Codec)
		if i.Duration > 0 {
			lines[1] += "   " + transport.FormatTime(transport.Seconds(i.Duration))
		}
	}
	return lines
}
