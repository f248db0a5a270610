package cli

import (
	"context"
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"ffkvadrat/decode"
	"ffkvadrat/tests/clitest"
)

// firstFrame returns a clip's first frame, valid until the test ends.
func firstFrame(t *testing.T, clip string) *decode.Frame {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), clip, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(video.Close)
	frame, err := video.Next()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(frame.Release)
	return frame
}

// videoCommands returns all commands but help and version.
func videoCommands() []*kong.Node {
	return slices.DeleteFunc(slices.Clone(Model().Children), func(c *kong.Node) bool { return c.Group.Title == "Help:" })
}

func TestMain(m *testing.M) { clitest.Main(m, Main) }
