package panel

import (
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/exporting/exporttab"
	"ffkvadrat/player/lesson/lessonpage"
	"ffkvadrat/player/marks/markstab"
	"ffkvadrat/player/palette/palettepage"
	"ffkvadrat/player/rawform/rawfields"
	"ffkvadrat/player/second/worstlist"
	"ffkvadrat/player/timeline/timelinestrip"
)

// Widgets are the rectangles of widgets in pixels of the target; empty if hidden. The parts of the
// panel own them.
type Widgets struct {
	*sideWidgets
	*tuneWidgets
	*strengthWidgets
	*plotWidgets
	*scopeWidgets
	*pixelWidgets
	*videoWidgets
	*rawWidgets
	*exportWidgets
	*worstWidgets
	*markWidgets
	*barWidgets
	*timelineWidgets
	*cardWidgets
	*placeWidgets
	*menuWidgets
	*startWidgets
	*browserWidgets
	*lessonWidgets
	*paletteWidgets
	*quitWidgets
	*exportRowWidgets
	*toastWidgets
	*overWidgets
}

// Widgets of other packages, under names that keep them apart.
type (
	browserWidgets  = browserpage.Widgets
	exportWidgets   = exporttab.Widgets
	lessonWidgets   = lessonpage.Widgets
	markWidgets     = markstab.Widgets
	paletteWidgets  = palettepage.Widgets
	rawWidgets      = rawfields.Widgets
	startWidgets    = browserpage.StartWidgets
	timelineWidgets = timelinestrip.Widgets
	worstWidgets    = worstlist.Widgets
)

func (w *Widgets) clear() {
	*w.sideWidgets = sideWidgets{}
	clear(w.AdvancedRows)
	*w.tuneWidgets = tuneWidgets{AdvancedRows: w.AdvancedRows}
	*w.strengthWidgets = strengthWidgets{}
	*w.plotWidgets = plotWidgets{}
	*w.scopeWidgets = scopeWidgets{}
	*w.pixelWidgets = pixelWidgets{}
	*w.videoWidgets = videoWidgets{}
	*w.rawWidgets = rawWidgets{}
	*w.exportWidgets = exportWidgets{}
	*w.worstWidgets = worstWidgets{}
	*w.markWidgets = markWidgets{}
	*w.barWidgets = barWidgets{}
	*w.timelineWidgets = timelineWidgets{}
	*w.cardWidgets = cardWidgets{}
	*w.placeWidgets = placeWidgets{}
	*w.menuWidgets = menuWidgets{}
	*w.startWidgets = startWidgets{}
	*w.browserWidgets = browserWidgets{}
	*w.lessonWidgets = lessonWidgets{}
	*w.paletteWidgets = paletteWidgets{}
	*w.quitWidgets = quitWidgets{}
	*w.exportRowWidgets = exportRowWidgets{}
	*w.overWidgets = overWidgets{}
	*w.toastWidgets = toastWidgets{}
}
