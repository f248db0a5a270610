package player

import (
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/player/command"
	"ffkvadrat/yuv"
)

// informed is what the information was made from.
type informed struct {
	account yuv.Account
	colour  yuv.Colour
	format  yuv.Format
	frames  int64
	faults  int
}

// inform updates the status with what is known about the video and a frame.
func (p *player) inform(f *decode.Frame) {
	to, info, picture := &p.status.Information, &p.video.Info, &f.Picture
	to.Frame = describe.FrameOf(f, info, p.status.About)
	to.Frame.Index = p.status.Index
	now := informed{p.status.Account, picture.Colour, picture.Format, info.Frames, p.video.Faults.Count()}
	if to.Video != nil && now == p.informed {
		return
	}
	if now.faults > 0 && (to.Video == nil || p.informed.faults == 0) {
		p.message.alarm("This "+info.Thing()+" is damaged; the tab Video has the error", time.Now())
	}
	p.informed = now
	to.Video = describe.Video(info, picture.Format, &picture.Colour, &now.account)
	if now.faults > 0 {
		to.Video = append([][]describe.Row{{{Name: "damage", Value: describe.Damage(&p.video.Faults)}}}, to.Video...)
	}
}

// information returns the rows of the card, or nothing while it is hidden.
func (p *player) information() (lines []string) {
	i := &p.status.Information
	if !i.Shown {
		return nil
	}
	for _, rows := range append([][]describe.Row{i.Frame.Rows(nil)}, i.Video...) {
		for _, row := range rows {
			lines = append(lines, row.String())
		}
	}
	return lines
}

func (p *player) toggleInformation(command.Command) {
	p.status.Information.Shown = !p.status.Information.Shown
}

// shortened cuts the middle out of a text that is too long for a message.
func shortened(text string) string {
	const most = 300 // characters
	runes := []rune(text)
	if n := len(runes); n > most {
		return string(runes[:most/2]) + "…" + string(runes[n-most/2:])
	}
	return text
}
