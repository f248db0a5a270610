package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/atomicfile"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/lettering"
	"ffkvadrat/overlay/png"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
)

// shots writes pictures into files, each in a goroutine. Close waits for them.
type shots struct {
	running sync.WaitGroup
	taken   map[string]bool
	window  bool // save the window after the next redraw
}

// save writes a picture under a new name made from base. The goroutine calls done with the name.
func (s *shots) save(base string, img *image.RGBA, done func(name string, err error)) {
	name := s.name(base)
	s.running.Go(func() { done(name, writePNG(context.Background(), name, img)) })
}

// name returns base.png, or base-2.png and so on if it exists.
func (s *shots) name(base string) string {
	if s.taken == nil {
		s.taken = map[string]bool{}
	}
	name := base + ".png"
	for i := 2; s.taken[name] || exists(name); i++ {
		name = fmt.Sprintf("%s-%d.png", base, i)
	}
	s.taken[name] = true
	return name
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

func writePNG(ctx context.Context, name string, img *image.RGBA) error {
	return atomicfile.WriteFile(ctx, name, func(w io.Writer) error { return png.Encode(w, img) })
}

func (s *shots) close() { s.running.Wait() }

// shooting executes the commands that save pictures.
type shooting struct {
	*core
	exports *exporter // pictures go where exports go
	second  *secondVideo
	shots
}

// save writes the picture of a frame into the folder of exports, and says so.
func (p *shooting) save(f *decode.Frame, base string, img *image.RGBA) {
	what := "Saved "
	if i := p.index(f); i >= 0 {
		what += describe.Number(i) + ": "
	}
	p.shots.save(filepath.Join(p.exports.folder(), base), img, func(name string, err error) {
		p.inbox.post(func() {
			if err != nil {
				p.say("Not saved: " + wording.Line(err))
				return
			}
			p.wrote(what+browser.InFolder(name), name, nil)
		})
	})
}

// shoot saves the current frame at its size, with or without quads, and, if captioned, with its
// numbers below it. Two pictures that are shown apart are saved so; otherwise A is, or the one that was flipped to.
func (p *shooting) shoot(withQuads, captioned bool) {
	f := p.play.Frame()
	if f == nil {
		return
	}
	of, at := [2]*scene.Side{{Layer: p.scene.A, Settings: &p.scene.Applied}, nil}, &p.scene.Place
	name := p.shotName(f, withQuads)
	if at.N == 2 {
		b := &at.Sides[1]
		switch {
		case at.Way.Apart():
			of[1] = b
			name += "-" + at.Way.String()
		case at.Sides[0].Area.Empty():
			of[0] = b
			name += "-b"
		}
	}
	still, err := p.still(of[0], f, withQuads)
	if err == nil && of[1] != nil {
		still, err = p.join(still, of[1], f, withQuads)
	}
	if err == nil && captioned {
		still, err = lettering.Below(still, p.caption(f))
	}
	if err != nil {
		p.say("No picture: " + wording.Line(err))
		return
	}
	p.save(f, name, still)
}

// drawsQuads reports whether saved pictures have quads with these settings.
func drawsQuads(c *session.Choices) bool { return !c.BlocksFill() || c.CodecQuads }

// join returns a picture of A with B's next to it, as the window shows them. Without a frame, B's part is black.
func (p *shooting) join(a *image.RGBA, side *scene.Side, f *decode.Frame, withQuads bool) (*image.RGBA, error) {
	places, size := p.scene.Place.Way.Join(a.Rect.Size())
	both := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(both, both.Rect, image.Black, image.Point{}, draw.Src)
	draw.Draw(both, places[0], a, a.Rect.Min, draw.Src)
	if side.Frame(f) != nil {
		b, err := p.still(side, f, withQuads)
		if err != nil {
			return nil, err
		}
		draw.Draw(both, places[1], b, b.Rect.Min, draw.Src)
	}
	return both, nil
}

// errNoPicture means that the second video has no frame for the current one.
var errNoPicture = errors.New("no frame of B here")

// still returns the picture that a side has of a frame, with or without quads.
func (p *shooting) still(side *scene.Side, f *decode.Frame, withQuads bool) (*image.RGBA, error) {
	aspect := f.SAR.Float()
	if f = side.Frame(f); f == nil {
		return nil, errNoPicture
	}
	if err := f.Picture.Fetch(); err != nil {
		return nil, err
	}
	shown := side.Settings
	var quads []quadpyramid.Quad
	style := side.Layer.Style(shown)
	if withQuads && drawsQuads(shown) {
		quads, style.Of = side.Layer.Drawn(style)
		if ages := side.Layer.Aged(); ages != nil {
			style.Ages = ages.Read(len(quads))
		}
	}
	below, over := quads, []quadpyramid.Quad(nil)
	if shown.BlocksFill() {
		below, over = nil, quads
	}
	colours, turn := p.scene.ColoursOf(side), overlay.Orientation(p.video.Info.Orientation)
	still := overlay.Still(&f.Picture, colours, turn, aspect, below, style)
	if made, _, _ := p.blocks(side); withQuads && made != nil {
		v := overlay.Native(f.Picture.Width, f.Picture.Height, turn, aspect)
		var strokes overlay.Strokes
		blocks := p.scene.CodecStyle(side)
		blocks.Times = p.scene.VectorTimes(side, &v)
		overlay.Mute(still, blocks.Muted(made))
		strokes.Of(made, p.scene.BlocksView(side, &v), still.Rect, blocks)
		overlay.PaintStrokes(still, strokes.List)
		if len(over) > 0 {
			rgb := image.NewRGBA(image.Rect(0, 0, f.Picture.Width, f.Picture.Height))
			colours.Paint(rgb, &f.Picture)
			overlay.PaintQuads(still, over, rgb, &v, style)
		}
		if shown.BlocksFill() {
			var values overlay.BlockValues
			values.Of(made, p.scene.BlocksView(side, &v), still.Rect, &blocks, 1)
			return still, writeBlockValues(still, values.List, shown.Motion || shown.Outlines.NeedsUnits())
		}
	}
	return still, nil
}

// sizesFrom is the width of pictures from which captions have the sizes of quads.
const sizesFrom = 480

// caption has the video's name; a frame's number and time; the number of its quads, their coverage and the threshold, unless the codec's blocks
// hide them; how the codec coded it, as far as that is known, and a second video's frame, with its PSNR; below a picture that is wide enough
// how many quads or blocks have each size; and what the blocks' colours mean.
func (p *shooting) caption(f *decode.Frame) lettering.Caption {
	var quads, below []lettering.Row
	drawn := drawsQuads(&p.scene.Applied)
	if n, part, ok := p.scene.A.Counts(); drawn && ok {
		thing := p.scene.A.Thing()
		quads = append(quads, lettering.Row{Label: quantity.Capitalised(thing) + "s", Value: quantity.Grouped(int64(n))})
		if thing != analysis.Templates.Thing() { // boxes have one size and can overlap
			quads = append(quads, lettering.Row{Label: "Coverage", Value: quantity.Percent(part)})
			if f.Picture.Width >= sizesFrom {
				below = append(below, lettering.Row{Label: "Quad sizes", Value: sizesOf(p.scene.A.Sizes())})
			}
		}
	}
	if params, known := p.scene.A.ListParams(); drawn && known {
		quads = append(quads, lettering.Row{Label: "Threshold", Value: describe.Threshold(params.Threshold)})
	}
	if made, _, _ := p.blocks(&p.scene.Place.Sides[0]); made != nil && f.Picture.Width >= sizesFrom {
		below = append(below, lettering.Row{Label: "Block sizes", Value: blockSizes(made)})
	}
	first := p.coded(&p.scene.Place.Sides[0], f, "Codec", p.video.Info.Codec)
	groups := [][]lettering.Row{lettering.FrameRows(describe.Name(p.video.Path), p.index(f), f.Time-p.video.Info.Start), quads, first}
	if b := p.second.video; b != nil {
		side := &p.scene.Place.Sides[1]
		if is, has, _ := side.Second(); p.scene.Place.N == 2 && is && has {
			first[0].Label = "A"
			name, value := p.second.psnr()
			groups = append(groups, append(p.coded(side, f, "B", b.Info().Codec), lettering.Row{Label: cmp.Or(name, "PSNR"), Value: value}))
		}
	}
	return lettering.Caption{Groups: groups, Below: below, Key: p.panel.CodecKey()}
}

// blocks returns the blocks that a saved picture of a side has, with their mean QP; nil for none. No saved picture is one made of
// two videos.
func (p *shooting) blocks(side *scene.Side) (made *partition.Picture, mean float64, known bool) {
	if !side.Settings.Blocks() || side.Settings.View.NeedsSecond() {
		return nil, 0, false
	}
	return p.scene.Blocks(side)
}

// coded returns how a side's frame was coded, with the codec's name in the first row.
func (p *shooting) coded(side *scene.Side, f *decode.Frame, label, codec string) []lettering.Row {
	made, mean, known := p.blocks(side)
	blocks := 0
	if made != nil {
		blocks = len(made.Blocks)
	}
	return codedRows(codedFrame(side.Frame(f), made, mean, known), blocks, label, codec)
}

func codedRows(c panel.CodedFrame, blocks int, label, codec string) []lettering.Row {
	kind, counted := "", ""
	if blocks > 0 {
		counted = quantity.Grouped(int64(blocks))
	}
	if c.Type != '?' {
		kind = string(rune(c.Type))
	}
	rows := []lettering.Row{{Label: label, Value: codec}, {Label: "Type", Value: kind}, {Label: "QP", Value: c.QPs()}}
	packet := c.Size.Bytes
	if c.Size.Of != decode.OfPacket {
		rows = append(rows, lettering.Row{Label: "Frame alone", Value: quantity.Known(c.Size.Bytes, "byte")})
		packet = c.Packet
	}
	return append(rows, lettering.Row{Label: "Blocks", Value: counted}, lettering.Row{Label: "Packet", Value: quantity.Known(packet, "byte")})
}

// sizesOf says how many quads have each size; lines end between sizes.
func sizesOf(counts *[overlay.Levels]int) string {
	var sizes []string
	for level, n := range counts {
		if n > 0 {
			sizes = append(sizes, strings.ReplaceAll(quantity.Of(n, 1<<level)+" px", " ", "\u00a0"))
		}
	}
	return describe.List(sizes...)
}

// blockSizes says how many blocks have each size, the largest first.
func blockSizes(p *partition.Picture) string {
	counts := map[image.Point]int{}
	for i := range p.Blocks {
		counts[image.Pt(int(p.Blocks[i].Width), int(p.Blocks[i].Height))]++
	}
	order := slices.SortedFunc(maps.Keys(counts), func(a, b image.Point) int {
		return cmp.Or(cmp.Compare(b.X*b.Y, a.X*a.Y), cmp.Compare(b.X, a.X))
	})
	var sizes []string
	for _, size := range order {
		sizes = append(sizes, fmt.Sprintf("%s of\u00a0%d×%d", quantity.Grouped(int64(counts[size])), size.X, size.Y))
	}
	return describe.List(sizes...)
}

// shotName returns a name with the video, the frame and its time stamp; if these are drawn, what the codec's blocks are coloured by, and
// for quads the threshold, or that they are stored ones.
func (p *shooting) shotName(f *decode.Frame, drawn bool) string {
	name := strings.TrimSuffix(describe.Name(p.video.Path), filepath.Ext(p.video.Path))
	if i := p.index(f); i >= 0 {
		name += fmt.Sprintf("-frame%06d", i)
	}
	if f.HasPTS {
		name += fmt.Sprintf("-pts%d", f.PTS)
	}
	if drawn && p.scene.Applied.BlocksFill() {
		name += "-blocks-" + p.scene.Applied.BlocksBy.String()
	}
	switch quads := drawn && drawsQuads(&p.scene.Applied); {
	case quads && p.scene.A.Stored():
		name += "-stored"
	case quads:
		name += "-threshold-" + strconv.FormatFloat(p.scene.Applied.Threshold, 'f', -1, 64)
	}
	return name
}

// shootWindow saves the window after the next redraw.
func (p *shooting) shootWindow(command.Command) {
	if p.play.Frame() != nil {
		p.shots.window = true
	}
}
