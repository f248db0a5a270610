package player

import (
	"time"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/gpu"
	"ffkvadrat/measure/align"
	"ffkvadrat/playback"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/timeline/timelinestrip"
)

// turnTo shows a video that has begun to play.
func (p *player) turnTo(f *playback.Video) {
	other := p.video == nil || f.Path != p.video.Path
	if p.video != nil {
		if !other && decode.PicturesOf(f.Ctx) != decode.PicturesOf(p.video.Ctx) {
			defer p.rePictured(f)
		}
		if other {
			p.keepTuning()
		}
		if other || f.Info.Raw != p.video.Info.Raw {
			p.stored.leave()
			if other {
				p.second.remember(p.video.Path)
				defer p.second.recall(f.Path)
			}
			p.second.leave()
			p.settings.Align = align.Rule{}
			p.scene.SetTrace(nil)
			p.message.warning = ""
		}
		p.settings.Shown = p.cfg.Settings.Shown // that of the previous video
		if other && p.video != nil {
			p.settings.View = p.cfg.Settings.View
		}
	}
	p.video, p.begun = f, time.Now()
	p.settings.CodesEarly(f.Info.CodesEarly())
	p.past.show(&p.settings.Choices)
	p.input.pointer.drags = nothing
	p.panel.Lesson.Close()
	p.status.Information.Video = nil
	p.facts = facts(f, &p.win.dev.Caps)
	p.panel.SetFacts(p.facts)
	p.win.SetTitle(title(&p.facts))
	p.scene.Camera.Reset()
	p.scene.Place = scene.Place{}
	p.probe.Unpin()
	p.probe.Start = f.Info.Start
	p.timeline = &timeline.Timeline{}
	if !p.cfg.Untimed {
		p.timeline.Start(f.Ctx, f.Path, f.Info, int(timelinestrip.ThumbnailSize*p.win.scale()), p.inbox.post)
		f.OnClose(p.timeline.Close)
	}
	p.timeline.SetStored(p.stored.file.Lists)
	p.cubing.turn(f, p.inbox.post, p.cubesArrived)
	file := session.VideoFile(f.File())
	known := p.visits.take(file)
	if other {
		p.tune(f, known.tuning)
	}
	p.marks.turnTo(file, known.marks)
	p.rest()
	p.raw.turn(f)
	p.listVideos()
	p.status.Recent = p.others(f.Recent())
	if p.library.leaves && p.panel.Files.IsOpen() {
		p.files.closeFiles()
	}
}

// changed requests a redraw after a change of playback without a new frame.
func (p *player) changed() {
	p.redraw.again()
	p.listVideos()
	if n := p.play.Video().Info.Frames; n != p.facts.Frames {
		p.facts.Frames = n
		p.panel.SetFacts(p.facts)
	}
}

// measure takes the video's length and the number of its frames from the timeline once that has seen all frames, as far as the file does
// not say them: Matroska lacks the number, an elementary stream both.
func (p *player) measure() {
	info, v := &p.video.Info, &p.timeline.View
	if info.Duration <= 0 {
		info.Duration = p.timeline.Length()
	}
	if info.Frames == 0 && info.Duration > 0 && v.Timed {
		info.Frames = int64(len(v.Times))
	}
	length := transport.Seconds(max(info.Duration, 0))
	if length == p.facts.Duration && info.Frames == p.facts.Frames {
		return
	}
	p.facts.Duration, p.facts.Frames = length, info.Frames
	p.panel.SetFacts(p.facts)
	p.redraw.again()
}

func title(f *panel.Facts) string {
	if f.Live {
		return f.Name + " – live – ffkvadrat"
	}
	return f.Name + " – ffkvadrat"
}

// facts returns the panel's facts about a video.
func facts(f *playback.Video, caps *gpu.Caps) panel.Facts {
	made := panel.Facts{
		Name:     describe.Name(f.Path),
		Thing:    f.Info.Thing(),
		Still:    f.Info.Still(),
		Frames:   f.Info.Frames,
		Duration: transport.Seconds(f.Info.Duration),
		Renderer: caps.Renderer,
		Software: caps.Software,
	}
	if f.Info.Live {
		made.Live, made.Name = true, decode.WithoutPassword(f.Path)
	}
	switch {
	case f.Info.Live:
		made.Once = "a live source cannot be read twice"
	case !f.Info.Seekable && !decode.IsURL(f.Path):
		made.Once = "a pipe cannot be read twice"
	}
	if !caps.Computes {
		made.NoGPU = "it needs OpenGL 4.3, which the driver lacks"
	}
	if !f.Info.ExportsBlocks() {
		made.NoBlocks = (&partition.NoBlocksError{Codec: f.Info.Codec}).Error()
	}
	return made
}
