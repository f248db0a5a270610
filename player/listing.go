package player

import (
	"cmp"
	"slices"
	"strings"

	"ffkvadrat/player/command"
	"ffkvadrat/player/palette"
	"ffkvadrat/player/widgets"
)

// KeyList returns the list of keys, in the order of its groups.
func KeyList() []palette.Line { return listed().Lines }

// listed returns what the panel shows of the table of commands.
func listed() (k widgets.Keys) {
	var entries []palette.Entry
	for i := range table {
		r := &table[i]
		switch {
		case r.help != "":
			k.Lines = append(k.Lines, palette.Line{Group: r.group, Help: r.help, More: r.more, Caps: r.caps()})
		case r.group != palette.NoGroup:
			above := &k.Lines[len(k.Lines)-1]
			above.Caps = append(above.Caps, r.caps()...)
		}
		if r.main.Keys != "" {
			k.Main = append(k.Main, r.main)
		}
		k.Commands = append(k.Commands, r.named()...)
		entries = append(entries, r.entries()...)
	}
	slices.SortStableFunc(k.Lines, func(a, b palette.Line) int { return int(a.Group) - int(b.Group) })
	k.Entries = palette.All(entries)
	k.Menu = palette.Menu(entries)
	return k
}

// caps returns the row's keys and gestures.
func (r *row) caps() (caps []palette.Cap) {
	for _, name := range r.mouse {
		caps = append(caps, palette.Cap{Key: name})
	}
	for _, s := range r.keys {
		caps = append(caps, palette.Cap{Key: shownKey(s.key), Command: command.With(r.id, s.number), Runs: true})
	}
	return caps
}

// entries returns the row's commands for the page and the menu. Strokes with different numbers are
// different commands.
func (r *row) entries() (all []palette.Entry) {
	if r.group == palette.NoGroup {
		return nil
	}
	strokes := r.keys
	if len(strokes) == 0 {
		strokes = []stroke{{}}
	}
	for _, s := range strokes {
		c := command.With(r.id, s.number)
		at := slices.IndexFunc(all, func(e palette.Entry) bool { return e.Command == c })
		if at < 0 {
			e := palette.Entry{Command: c, Title: cmp.Or(s.title, r.title, r.name), More: r.more, Group: r.group, Menu: r.menu, Setting: r.sets}
			if e.Title == "" {
				continue
			}
			at, all = len(all), append(all, e)
		}
		if s.key != "" {
			all[at].Keys = append(all[at].Keys, shownKey(s.key))
		}
	}
	return all
}

// named returns the row's commands for tooltips. Strokes with different numbers are different
// commands, unless the row changes one setting.
func (r *row) named() (all []widgets.Named) {
	switch {
	case r.sets != "":
		all = []widgets.Named{{Command: command.Do(r.id), Sets: r.sets, Key: widgets.Key{Help: r.name}}}
		for i, s := range r.keys {
			if i > 0 {
				all[0].Keys += " "
			}
			all[0].Keys += shownKey(s.key)
		}
		return all
	case len(r.keys) == 0 && r.name != "":
		return []widgets.Named{{Command: command.Do(r.id), Key: widgets.Key{Help: r.name}}}
	}
	for _, s := range r.keys {
		c, help := command.With(r.id, s.number), cmp.Or(r.name, s.title)
		if help == "" {
			continue
		}
		if i := slices.IndexFunc(all, func(n widgets.Named) bool { return n.Command == c }); i >= 0 {
			all[i].Keys += ", " + shownKey(s.key)
			continue
		}
		all = append(all, widgets.Named{Command: c, Key: widgets.Key{Keys: shownKey(s.key), Help: help}})
	}
	return all
}

// shownKeys are names of keys in the list of keys that differ from those in the table.
var shownKeys = map[string]string{" ": "Space", "Escape": "Esc", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}

// shownKey returns a key's name in the list of keys.
func shownKey(name string) string {
	i := 1 + strings.LastIndexByte(name[:len(name)-1], '+')
	with, key := name[:i], name[i:]
	if shown, ok := shownKeys[key]; ok {
		return with + shown
	}
	if with == "" || len(key) > 1 {
		return with + key
	}
	if key == "=" {
		return with + "+" // as on the keyboard
	}
	return with + strings.ToLower(key) // as in Ctrl+o
}
