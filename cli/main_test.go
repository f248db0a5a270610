package cli

import (
	"context"
	"slices"
	"sync"
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

// usedParser is a parser for consecutive calls, because making one takes longer than most calls.
type usedParser struct {
	*lineParser
	fresh  commands
	nodes  []kong.Node // initial state
	places []*kong.Node
	values []*kong.Value
}

var parsers = sync.Pool{New: func() any {
	p := &usedParser{lineParser: makeParser()}
	p.fresh = p.commands
	kong.Visit(p.Model, func(item kong.Visitable, next kong.Next) error {
		switch item := item.(type) {
		case *kong.Application:
			p.places = append(p.places, item.Node)
		case *kong.Node:
			p.places = append(p.places, item)
		case *kong.Value:
			p.values = append(p.values, item)
		}
		return next(nil)
	})
	for _, node := range p.places {
		p.nodes = append(p.nodes, *node)
	}
	return p
}}

// reset restores the parser's initial state: kong stores values in it, and the help moves flags.
func (p *usedParser) reset() {
	p.commands = p.fresh
	for i, node := range p.places {
		*node = p.nodes[i]
	}
	for _, value := range p.values {
		value.Set, value.Active = false, false
	}
}

func TestMain(m *testing.M) { clitest.Main(m, Main) }
