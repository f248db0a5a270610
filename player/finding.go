package player

import (
	"ffkvadrat/analysis"
	"ffkvadrat/decode/wording"
	"ffkvadrat/edge"
	"ffkvadrat/match"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// showHelp opens the page that lists and finds keys, commands and settings, or closes it.
func (p *player) showHelp() {
	p.panel.Menu.Close()
	if p.panel.Palette.IsOpen() {
		p.panel.Palette.Close()
		return
	}
	p.panel.Palette.Open()
}

// showSetting shows and marks the row of a setting.
func (p *choosing) showSetting(c command.Command) {
	r := session.Named(c.Text)
	if r == nil {
		return
	}
	p.settings.Tab, p.settings.Panel = r.Tab, true
	name := r.Name
	if name == "operator" {
		name = "variant" // one list has both
	}
	p.panel.LookFor(name)
}

// setSetting sets a choice to a value or toggles a switch, and shows its row. If the settings do not
// fit together then, it only shows the row, whose tooltip has the reason.
func (p *choosing) setSetting(c command.Command) {
	if session.Named(c.Text) != nil {
		p.showSetting(c)
		p.choose(c)
	}
}

// choose does so without showing the row.
func (p *choosing) choose(c command.Command) {
	r := session.Named(c.Text)
	s, i := p.settings, int(c.Number)
	switch on := r.Truth(&s); {
	case on != nil && !r.Applies(&s):
		p.say(r.Title + " is not in use now")
		return
	case on != nil:
		*on = !*on
		s.Params = s.Limited()
	case i < 0 || i >= len(r.Words):
		return
	case r.Name == "operator":
		s.Params = s.Switched(s.Variant.Discriminating(), edge.Operator(i))
	case r.Name == "variant" && analysis.Variant(i).Searches() && s.Search.Template == (match.Template{}):
		p.ask(command.Do(command.PickTemplate))
		return
	case r.Name == "variant":
		s.Params = s.Switched(analysis.Variant(i), s.Operator)
	case !r.Applies(&s):
		p.say(r.Title + " is not in use now")
		return
	default:
		r.Choose(&s, i)
		s.Overlay = s.Overlay || r.Name == "look" || r.Name == "colour"
	}
	if err := s.Check(); err != nil {
		p.say(wording.Line(err))
		return
	}
	p.settings = s
	if r.Name == "compare_as" {
		p.compare()
	}
	if row, ok := widgets.Shown(r.Name); ok {
		name := r.Title
		if r.Name == "operator" {
			name = r.Called // its row has another name
		}
		p.say(name + ": " + widgets.ValueText(row, &p.settings))
	}
}

// missSetting says that the setting that was looked for is not shown.
func (p *choosing) missSetting() {
	if r := session.Named(p.panel.Missed()); r != nil {
		p.say(r.Title + " is not in use now")
	}
}
