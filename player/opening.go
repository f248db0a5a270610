package player

import (
	"fmt"
	"path/filepath"
	"strings"

	"ffkvadrat/decode/wording"
	"ffkvadrat/playback"
	"ffkvadrat/playback/playlist"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/session"
	"ffkvadrat/player/storedfile"
)

// settingsEnding is the extension of settings files.
const settingsEnding = ".json"

// drop handles files dropped on the window or chosen in a dialog: videos and folders, which become
// the playlist; stored quads of the playing video; or settings.
func (p *player) drop(paths []string) {
	if len(paths) == 1 && storedfile.Is(paths[0]) {
		p.stored.open(paths[0])
		return
	}
	if len(paths) == 1 && strings.EqualFold(filepath.Ext(paths[0]), settingsEnding) {
		p.loadSettings(paths[0])
		return
	}
	videos, err := playlist.New(paths)
	if err != nil {
		p.complain(err)
		return
	}
	p.library.leaves = true
	p.play.OpenVideo(videos, 0)
}

// openRecent opens a recent video, or removes it from the list if it no longer exists.
func (p *player) openRecent(i int) {
	e := p.status.Recent[i]
	if !e.Bad {
		p.drop([]string{e.Path})
		return
	}
	p.status.Recent = append(p.status.Recent[:i:i], p.status.Recent[i+1:]...)
	p.say(filepath.Base(e.Path) + " is not there any more")
	if err := p.cfg.Store.Forget(e.Path); err != nil {
		p.cfg.Warn(wording.Line(err))
	}
}

// saveSettings writes the settings under a new name to a folder, empty for the working directory.
func (p *player) saveSettings(folder string) {
	base := filepath.Join(folder, "ffkvadrat-settings")
	name := base + settingsEnding
	for i := 2; exists(name); i++ {
		name = fmt.Sprintf("%s-%d%s", base, i, settingsEnding)
	}
	s := p.kept()
	s.Auto = false // the file includes the threshold
	if err := s.Save(name); err != nil {
		p.complain(err)
		return
	}
	p.wrote("Saved "+browser.InFolder(name), name, nil)
}

// loadSettings adopts the settings in a file.
func (p *player) loadSettings(path string) {
	s, err := session.Load(path)
	if err != nil {
		p.complain(err)
		return
	}
	p.cfg.Settings = s
	p.adopt(s)
	p.did("Settings of " + filepath.Base(path))
}

func (p *player) listVideos() {
	s := &p.status
	s.Videos, s.Current = s.Videos[:0], p.play.Videos().Current
	for _, f := range p.play.Videos().Videos {
		s.Videos = append(s.Videos, browser.Video{Path: f.Path, Bad: f.Failed})
	}
}

// others returns the recent videos that are not in the playlist.
func (p *player) others(recent []playback.Recent) (videos []browser.Video) {
	listed := map[string]bool{}
	for _, f := range p.play.Videos().Videos {
		if path, err := filepath.Abs(f.Path); err == nil {
			listed[path] = true
		}
	}
	for _, r := range recent {
		if !listed[r.Path] {
			videos = append(videos, browser.Video{Path: r.Path, Bad: r.Gone})
		}
	}
	return videos
}
