package widgets

import (
	"image"

	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
)

var compareSetting = SettingNamed("compare_as")

// oneVideo says which ways to compare need a second video.
var oneVideo = func() map[int]string {
	missing := map[int]string{}
	for way := range sides.WayCount {
		if way.NeedsSecond() {
			missing[int(way)] = sides.NoSecond
		}
	}
	return missing
}()

// CompareRow is the list of ways to compare two videos, or two settings. It returns its rectangle and stores those of the
// open list's lines in places.
func (k *Kit) CompareRow(videos bool, settings *session.Settings, places []image.Rectangle) image.Rectangle {
	missing := oneVideo
	if videos {
		missing = nil
	}
	k.Row(compareSetting, settings)
	return k.ListWithout(missing, compareSetting, ChosenWord(compareSetting, settings), -1, settings, places)
}
