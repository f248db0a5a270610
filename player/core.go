package player

import (
	"context"
	"math"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/dialog"
	"ffkvadrat/player/hint"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/probe"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/timeline/timelinestrip"
	"ffkvadrat/player/widgets"
)

// core is shared by the player's features: window, panel, playback and drawing.
type core struct {
	cfg    Config
	ctx    context.Context
	win    *window
	panel  *panel.Panel
	inbox  inbox // functions posted by goroutines
	input  input // input from the user
	redraw redraw
	shown
	play    *playback.Playback
	visits  *visits
	layouts *layouts // of raw video
	library library  // videos for the file browser

	copied string // text on the clipboard, without passwords
	cut    cut    // the picked template

	scene    *scene.Scene
	probe    *probe.Probe
	costs    partition.Costs // of the frame's blocks
	settings session.Settings
	status   panel.Status
	message  message
	awaits   string     // what the message says while a frame lacks what the settings need; empty for nothing
	refused  error      // why nothing can be played, while the window shows it
	answers  hint.Timer // why there are no quads
	quit     bool
	keep     bool // store the position in the video
	folded   bool // the panel is, in fullscreen or a narrow window
	paneled  bool // while folded: the panel was visible before
}

// shown is what the window shows about the playing video.
type shown struct {
	video    *playback.Video
	begun    time.Time   // when the window showed the video
	facts    panel.Facts // about the video
	informed informed
	timeline *timeline.Timeline // of the video
	cubing   cubing             // of the video
	stay     atomic.Bool        // frames may stay in device memory
	desktop  sync.WaitGroup     // what waits for the desktop
}

// say shows a message over the picture.
func (k *core) say(text string) { k.offer(text) }

// did says that something is done.
func (k *core) did(text string) {
	k.say(text)
	k.message.done = true
}

// note shows a small message that nobody asked for, unless another one is being read.
func (k *core) note(text string) {
	k.message.note(text, time.Now())
	k.redraw.again()
}

// offer shows a message with buttons for what may come next.
func (k *core) offer(text string, offers ...panel.Offer) {
	k.message.set(text, offers, time.Now())
	k.redraw.again()
}

// wrote says that a file was written, and then offers to show it in its folder if the desktop can; then may be nil and gets
// whether it can.
func (k *core) wrote(text, path string, then func(reveals bool)) {
	k.did(text)
	path, err := filepath.Abs(path)
	if err != nil {
		return
	}
	k.desktop.Go(func() {
		reveals := dialog.Reveals(k.ctx)
		k.inbox.post(func() {
			if then != nil {
				then(reveals)
			}
			if reveals && k.message.text == text { // else another message has replaced it
				k.offer(text, panel.Offer{Title: widgets.RevealTitle, Command: command.Command{ID: command.ShowExported, Text: path}})
			}
		})
	})
}

// complain reports the error of a command: shortened in the window, in full as a warning.
func (k *core) complain(err error) {
	k.cfg.Warn(wording.Line(err))
	k.say(wording.Line(err))
}

func (k *core) copyText(c command.Command) {
	k.win.SetClipboardString(c.Text)
	k.copied = decode.WithoutPassword(c.Text)
	k.say("Copied: " + shortened(k.copied))
}

// lineWidth returns the width of lines for the display.
func (k *core) lineWidth() int {
	return min(max(1, int(k.win.scale()+0.5)), session.MaxLineWidth)
}

// guard returns an error for files that the arguments name, which must not be replaced.
func (k *core) guard(names ...string) error {
	for _, name := range names {
		if err := pipeline.Guard(pipeline.File{Name: name}, k.cfg.Reads...); err != nil {
			return err
		}
	}
	return nil
}

func (k *core) ask(c command.Command) { k.put(event{kind: asked, command: c}) }

func (k *core) put(e event) { k.input.queue = append(k.input.queue, e) }

// locate updates the place of the picture and its sides.
func (k *core) locate() {
	f := k.play.Frame()
	if f == nil {
		k.scene.Place = scene.Place{}
		return
	}
	width, height := k.win.GetFramebufferSize()
	area := k.shape(k.settings.Panel, k.status.Timeline.Shown).Layout(width, height, k.panel.Scale).Picture
	k.scene.Locate(f, k.video.Info.Orientation, &k.settings.Choices, area, width, height)
}

// shape returns the visible parts of the window.
func (k *core) shape(panelShown, timeline bool) panel.Shape {
	return panel.Shape{Panel: panelShown, Width: k.settings.PanelWidth, Timeline: timeline, TimelineHeight: k.settings.TimelineHeight, Lanes: timelinestrip.Lanes(*k.settings.ShownCurves()), Zoomed: k.panel.Timeline().Zoomed()}
}

// index returns a frame's index if playback or the timeline knows it, else −1.
func (k *core) index(f *decode.Frame) int64 {
	if f.Index >= 0 {
		return f.Index
	}
	return k.timeline.View.Frame(f.Time - k.video.Info.Start)
}

// about returns a frame's approximate number by its time, or −1.
func (k *core) about(f *decode.Frame) int64 {
	info := &k.video.Info
	rate := info.AvgFrameRate.Float()
	if rate <= 0 {
		return -1
	}
	return int64(math.Round((f.Time - info.Start) * rate))
}
