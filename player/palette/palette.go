// Package palette finds the player's commands, settings and curves by typed words and their synonyms, and divides them into
// groups: for the page that lists and finds them, and for the menu.
//
// Input are rows of the player's table of commands, the table of settings, and what the user types;
// output are entries in order of rank, lines of keys in columns, and the menu's groups. The package
// has no goroutines and no state.
package palette

import (
	"cmp"
	"slices"
	"strings"

	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// Group is a group of commands, in the order of the page, of the menu and of the list of keys.
type Group uint8

const (
	NoGroup Group = iota // of a command that is not listed: its button is where it makes sense
	Playback
	Timeline
	Quads
	Picture
	Files
	Window
	Mouse
	GroupCount
)

var titles = [GroupCount]string{"", "Playback", "Timeline and marks", "Threshold and quads", "Picture", "Files", "Window", "Mouse"}

// Title is the group's name in the window and in the list of keys.
func (g Group) Title() string { return titles[g] }

// Cap is a key, or a gesture of the mouse.
type Cap struct {
	Key     string
	Command command.Command // if Runs
	Runs    bool            // false for gestures
}

// Line is a line of the list of keys: one or several commands that belong together.
type Line struct {
	Group Group
	Caps  []Cap
	Help  string // short
	More  string // the details; empty for none
}

// Keys returns the line's keys, separated by spaces.
func (l *Line) Keys() string {
	names := make([]string, len(l.Caps))
	for i := range l.Caps {
		names[i] = l.Caps[i].Key
	}
	return strings.Join(names, " ")
}

// Entry is a command, a setting, a value of a setting or a curve of the timeline that can be found and chosen.
type Entry struct {
	Title   string
	More    string          // what it does, in sentences
	Keys    []string        // that do the same
	Command command.Command // executed when it is chosen
	Group   Group           // of a command
	Menu    Place           // of a command
	Setting string          // name of the setting that it changes or shows; empty for none
	Tab     session.Tab     // that has the setting
	words   string          // further names, in lower case
	prose   string          // what is said about it, in lower case: a word there is a loose match
}

// KeyNames returns the entry's keys, separated by commas.
func (e *Entry) KeyNames() string { return strings.Join(e.Keys, ", ") }

// Curve returns the curve of the timeline that the entry shows or hides, if it does so.
func (e *Entry) Curve() (c session.Curve, ok bool) {
	return session.Curve(e.Command.Number), e.Command.ID == command.Curve
}

// Where says where the entry belongs.
func (e *Entry) Where() string {
	if e.Group != NoGroup {
		return e.Group.Title()
	}
	return e.Tab.Title()
}

// IsSetting reports whether the entry is a setting, and no command and no value.
func (e *Entry) IsSetting() bool {
	return e.Group == NoGroup && (e.Command.ID == command.ShowSetting || e.Command.ID == command.SetSetting && e.Command.Number < 0)
}

// All returns the commands, then the settings with their values, then the curves of the timeline with their peaks. A setting that a command toggles
// is not listed again; one whose widget the panel has only at times is listed by its values. One that is called as an
// earlier one shares its row: its values are listed as that one's, in place of those of the same title.
func All(commands []Entry) []Entry {
	entries := append([]Entry(nil), commands...)
	toggled := map[string]bool{}
	for i := range entries {
		e := &entries[i]
		if e.prose = strings.ToLower(e.More); e.Command.ID == command.Peak {
			e.words = ofPeak(session.Curve(e.Command.Number)).words
		}
		if r := session.Named(e.Setting); r != nil {
			e.Tab = r.Tab
			e.words, e.prose = e.words+names(r), e.prose+" "+strings.ToLower(r.Explained())
			toggled[r.Name] = isSwitch(r)
			e.More = cmp.Or(e.More, r.Explained())
		}
	}
	table := session.Table()
	for i := range table {
		r := &table[i]
		if r.Title == "" || toggled[r.Name] {
			continue
		}
		of := ofSetting(r)
		if r.Passing {
			of = of[1:]
		}
		if len(of) > 0 {
			if i := titled(entries, of[0].Title); i >= 0 {
				entries[i].words += " " + of[0].words
				of = of[1:]
				entries = slices.DeleteFunc(entries, func(e Entry) bool { return titled(of, e.Title) >= 0 })
			}
		}
		entries = append(entries, of...)
	}
	for c := range session.CurveCount {
		entries = append(entries, ofCurve(c))
		if c != session.QuadsCurve { // a command has that
			entries = append(entries, ofPeak(c))
		}
	}
	return entries
}

// titled returns the index of the entry with a title, −1 without one.
func titled(entries []Entry, title string) int {
	return slices.IndexFunc(entries, func(e Entry) bool { return e.Title == title })
}

// ofCurve returns the entry of a curve of the timeline.
func ofCurve(c session.Curve) Entry {
	w := c.Of("quad")
	return Entry{
		Title: "Curve: " + w.Title, More: w.Help, Group: Timeline, Command: command.With(command.Curve, float64(c)),
		words: strings.ToLower(w.Short + " " + w.Name + " curves timeline plot graph"), prose: strings.ToLower(w.Help),
	}
}

// ofPeak returns the entry of the most remarkable frame of a curve.
func ofPeak(c session.Curve) Entry {
	w := c.Of("quad")
	others := "most highest maximum max"
	if c.Dips() {
		others = "worst least lowest minimum min"
	}
	if c == session.BytesCurve || c == session.CodedCurve || c == session.SecondBytesCurve {
		others += " largest biggest costliest expensive heaviest"
	}
	return Entry{
		Title: "Go to the frame with " + c.Extreme("quad"), More: "As far as the timeline has analysed the video. " + w.Help, Group: Timeline, Command: command.With(command.Peak, float64(c)),
		words: strings.ToLower(w.Short + " " + w.Name + " peak extreme frame picture " + others + " " + w.Title),
	}
}

// isSwitch reports whether a setting is on or off.
func isSwitch(r *session.Setting) bool { return r.Truth(&session.Settings{}) != nil }

// names returns the names of a setting.
func names(r *session.Setting) string {
	return strings.ToLower(r.Title + " " + r.Name + " --" + r.Flag)
}

// about returns the first line of a setting's help, which says what it is, and that of a value; all of it if no line is about the value.
func about(help, value string) string {
	lines := strings.Split(help, "\n")
	for _, line := range lines[1:] {
		if strings.HasPrefix(line, value+": ") {
			return lines[0] + "\n" + line
		}
	}
	return help
}

// ofSetting returns a setting's entry, and one for each of its values.
func ofSetting(r *session.Setting) []Entry {
	name := cmp.Or(r.Called, r.Title)
	e := Entry{Title: name, More: r.Explained(), Setting: r.Name, Tab: r.Tab, Command: command.Command{ID: command.ShowSetting, Text: r.Name}, words: names(r), prose: strings.ToLower(r.Explained())}
	if isSwitch(r) {
		e.Command = command.Command{ID: command.SetSetting, Text: r.Name, Number: -1}
	}
	entries := []Entry{e}
	for i, w := range r.Words {
		title := cmp.Or(w.Title, w.Name)
		entries = append(entries, Entry{
			Title: name + ": " + title, More: about(e.More, title), Setting: r.Name, Tab: r.Tab, words: strings.ToLower(w.Name + " " + r.Name),
			Command: command.Command{ID: command.SetSetting, Text: r.Name, Number: float64(i)},
		})
	}
	return entries
}
