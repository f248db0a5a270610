package player

import (
	"os"
	"path/filepath"
	"slices"

	"ffkvadrat/playback"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/command"
	"ffkvadrat/player/refusal"
)

// If nothing can be played, the window shows a page with the reason. The video of Config.Instead rests
// below it, so that everything else works as usual.

// openInstead opens the video of Config.Instead because of an error, which it returns if it cannot.
func (p *player) openInstead(why error) error {
	videos := p.instead(why)
	if videos == nil {
		return why
	}
	p.cfg.Stored, p.cfg.Second, p.cfg.Trace = nil, "", nil // of the video that failed
	var err error
	if p.play, err = playback.Open(p.ctx, p.playbackOptions(videos)); err != nil {
		return why
	}
	p.play.Failed = append(p.play.Failed, why)
	p.refuse(p.cfg.Paths, why)
	return nil
}

// playInstead does so while the player runs, for an error of playback.
func (p *player) playInstead(why error) error {
	if p.refused != nil || p.ctx.Err() != nil {
		return why
	}
	videos := p.instead(why)
	if videos == nil {
		return why
	}
	p.play.Replace(why, videos)
	p.refuse([]string{p.video.Path}, why)
	return nil
}

// instead returns a list with the video of Config.Instead; nil without one.
func (p *core) instead(why error) *playlist.List {
	if p.cfg.Instead == nil || p.ctx.Err() != nil {
		return nil
	}
	path, err := p.cfg.Instead()
	if err != nil {
		return nil
	}
	p.cfg.Passing = path
	return &playlist.List{Videos: []playlist.Video{{Path: path}}, Current: -1}
}

// refuse shows the page.
func (p *player) refuse(names []string, why error) {
	p.refused, p.status.Refused = why, refusal.Of(names, why)
	p.raw.ask(names, why)
	p.message = message{stays: p.message.stays}
}

// refusedAnother updates the page when another video cannot be played either. In the file browser, the
// message says it, too, also without the page.
func (p *player) refusedAnother(path string, why error) {
	p.message.reply, p.status.Browser.Refused = true, path
	if p.refused == nil {
		return
	}
	said := p.message
	p.refuse([]string{path}, why)
	if p.panel != nil && p.panel.Files.IsOpen() {
		p.message = said
	}
}

// rest pauses the video below the page; another one ends the page.
func (p *player) rest() {
	switch {
	case p.refused == nil:
	case p.video.Path == p.cfg.Passing:
		p.play.Rest()
		p.win.SetTitle("ffkvadrat")
	default:
		p.refused, p.status.Refused = nil, refusal.Refusal{}
		if !slices.Contains(p.cfg.Paths, p.video.Path) {
			p.cfg.Start = "" // of the video that failed
		}
	}
}

// ignores reports whether the page ignores a command: it has nothing to play.
func (p *core) ignores(c command.Command) bool {
	if p.refused == nil {
		return false
	}
	switch c.ID {
	case command.Browse, command.Files, command.Desktop, command.CloseFiles, command.ShowFolder, command.TypePath, command.OpenPath, command.OpenRecent, command.RawLayout, command.OpenRaw,
		command.Fullscreen, command.Escape, command.Quit, command.QuitAndKeep:
		return false
	}
	return true
}

// besideRefused returns the first of the videos that cannot be played, if its folder exists; else "".
func (p *core) besideRefused() string {
	if p.refused == nil || len(p.cfg.Paths) == 0 {
		return ""
	}
	path := p.cfg.Paths[0]
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return ""
	}
	return path
}
