package player

import (
	"context"
	"fmt"
	"image"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/refusal"
	"ffkvadrat/player/session"
)

// ShowEnding shows an error that ended the player, such as that OpenGL is missing, on a page in a window
// that needs no OpenGL, until the user quits or the context ends. An error means that there can be no such
// window. Like Run, it is for the process's first thread.
func ShowEnding(ctx context.Context, page refusal.Refusal) error {
	defer heed(func(string) {})() // the error has been said
	defer hush()()
	if err := initWindows(); err != nil {
		return fmt.Errorf("player: %w: %w", ErrNoDisplay, err)
	}
	if err := guarded(func() error { return showEnding(ctx, page) }); err != nil {
		return fmt.Errorf("player: a window without OpenGL: %w", err)
	}
	return nil
}

func showEnding(ctx context.Context, page refusal.Refusal) error {
	defer glfw.Terminate()
	glfw.WindowHint(glfw.ClientAPI, glfw.NoAPI)
	glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	glfw.WindowHint(glfw.Visible, glfw.False)
	win, err := glfw.CreateWindow(leastWidth, leastHeight, "ffkvadrat", nil, nil)
	if err != nil {
		return err
	}
	w := &window{Window: win}
	defer w.close()
	w.limit()
	shown, err := panel.New(nil, listed(), panel.Facts{}, w.scale())
	if err != nil {
		return err
	}
	defer shown.Release()
	context.AfterFunc(ctx, w.wake)
	quits := false
	w.listen(func(e event) {
		switch {
		case e.kind == pointed:
			shown.MoveMouse(float32(e.x), float32(e.y))
		case e.kind == entered && !e.on:
			shown.LeaveMouse()
		case e.kind == clicked && e.button == glfw.MouseButtonLeft:
			shown.PressMouse(0, e.on)
		case e.kind == rescaled:
			shown.SetScale(w.scale())
		case e.kind == asked, e.kind == pressed && e.on && (e.key == glfw.KeyEscape || e.key == glfw.KeyEnter || e.key == glfw.KeyQ):
			quits = true
		}
	})
	status, settings := panel.Status{Refused: page}, session.Default()
	for first := true; ctx.Err() == nil && !quits; first = false {
		width, height := w.GetFramebufferSize()
		img := image.NewRGBA(image.Rect(0, 0, max(width, 1), max(height, 1)))
		for again := 2; again > 0 || shown.Pending(); again-- { // a widget shows in the second one that it is pointed at
			for _, c := range shown.Build(img.Rect.Dx(), img.Rect.Dy(), 16*time.Millisecond, &status, &settings) {
				quits = quits || c.ID == command.Quit
			}
		}
		shown.Paint(img)
		if err := w.put(img); err != nil {
			return err
		}
		if first {
			w.Show()
		}
		if !quits {
			glfw.WaitEvents()
		}
	}
	return nil
}
