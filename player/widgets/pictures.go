package widgets

import (
	"image"
	"image/color"

	"ffkvadrat/imgui"
)

// Pictures are small pictures of the lines of a list. They are made when the list first opens.
type Pictures struct {
	Of   func(line int) *image.RGBA
	made []picture
}

// picture is drawn as rectangles of one colour: without a texture it is also there where the CPU paints the panel.
type picture struct {
	size    image.Point
	patches []patch
}

type patch struct {
	image.Rectangle
	colour uint32
}

// line returns the picture of a line.
func (p *Pictures) line(i int) *picture {
	for len(p.made) <= i {
		p.made = append(p.made, newPicture(p.Of(len(p.made))))
	}
	return &p.made[i]
}

// newPicture divides an image into rectangles: rows of equal pixels, joined with equal ones above.
func newPicture(img *image.RGBA) picture {
	p := picture{size: img.Rect.Size()}
	above := map[[2]int]int{} // patches that end above the present row, by their ends
	for y := range p.size.Y {
		now := map[[2]int]int{}
		for x := 0; x < p.size.X; {
			from, c := x, img.RGBAAt(x, y)
			for x < p.size.X && img.RGBAAt(x, y) == c {
				x++
			}
			ends := [2]int{from, x}
			i, ok := above[ends]
			if !ok || p.patches[i].colour != Opaque(c) {
				i = len(p.patches)
				p.patches = append(p.patches, patch{image.Rect(from, y, x, y), Opaque(c)})
			}
			p.patches[i].Max.Y = y + 1
			now[ends] = i
		}
		above = now
	}
	return p
}

// draw draws the picture with an edge.
func (p *picture) draw(to *imgui.DrawList, low imgui.Vec2, high float32, edge color.NRGBA) {
	scale := high / float32(p.size.Y)
	at := func(x, y int) imgui.Vec2 { return low.Add(imgui.NewVec2(float32(x)*scale, float32(y)*scale)) }
	for _, of := range p.patches {
		to.AddRectFilled(at(of.Min.X, of.Min.Y), at(of.Max.X, of.Max.Y), of.colour)
	}
	to.AddRect(low, at(p.size.X, p.size.Y), Packed(edge), 0, 0, 1)
}

// pictured is the shape of the lines of the open list with pictures.
type pictured struct {
	high float32 // from one line to the next
	wide float32
	two  bool // the note is below the name
}

// Sizes at scale 1 of a line with a picture: its height, that from which the note is below the name, the picture's height, and the
// distance of the name from it.
const (
	picturedLine  = 32
	notedLine     = 29
	pictureHeight = 24
	pictureGap    = 9
)

// BeginPictured begins a list like BeginCombo, of lines with pictures. They are lower where not all of them would fit below or above the
// field, but never lower than lines without.
func (k *Kit) BeginPictured(id, now string, lines int) bool {
	above := imgui.CursorScreenPos().Y
	room := max(above, float32(k.Height)-above-imgui.FrameHeight()) - 4*ListPadding*k.Scale
	high := min(max(float32(int(room)/lines), k.lineHeight()), picturedLine*k.Scale)
	k.pictured = pictured{high: high, two: high >= notedLine*k.Scale}
	return k.beginCombo(id, now, k.pictured.high)
}

// MakeRoom makes all lines of the list that has just begun as wide as one with a name and a note needs.
func (k *Kit) MakeRoom(of *Pictures, name, note string) {
	p := &k.pictured
	text := k.NotedWidth(name, note)
	if p.two {
		text = max(k.NotedWidth(name, ""), k.TextWidth(SmallSize*k.Scale, note))
	}
	p.wide = max(p.wide, k.nameAt(of.line(0))+text, k.listRoom)
}

// pictureHigh is the height of pictures.
func (k *Kit) pictureHigh() float32 { return min(k.pictured.high-4*k.Scale, pictureHeight*k.Scale) }

// nameAt is the distance of names from the left end of their lines.
func (k *Kit) nameAt(p *picture) float32 {
	return k.Scale + k.pictureHigh()*float32(p.size.X)/float32(p.size.Y) + pictureGap*k.Scale
}

// PicturedChoice is a line of such a list, the ith one, like Choice. Its note is below the name or at the right end.
func (k *Kit) PicturedChoice(of *Pictures, i int, name, note string, chosen bool, place *image.Rectangle) bool {
	k.spelt.line(name)
	at, s, shape := imgui.CursorScreenPos(), k.Scale, &k.pictured
	high := shape.high - imgui.CurrentStyle().ItemSpacing.Y
	clicked := line("##"+name, imgui.NewVec2(shape.wide, high), chosen, place)
	draw, middle, p := imgui.WindowDrawList(), at.Y+high/2, of.line(i)
	p.draw(draw, imgui.NewVec2(at.X+s, middle-k.pictureHigh()/2), k.pictureHigh(), k.Border)
	ink, quiet, size := imgui.StyleColor(imgui.ColText), imgui.StyleColor(imgui.ColTextDisabled), imgui.FontSize()
	text := imgui.NewVec2(at.X+k.nameAt(p), middle-size/2)
	below := imgui.NewVec2(at.X+shape.wide-k.TextWidth(SmallSize*s, note), middle-SmallSize*s/2)
	if shape.two && note != "" {
		text.Y = middle - (size+SmallSize*s)/2
		below = imgui.NewVec2(text.X, text.Y+size)
	}
	draw.AddText(text, ink, name)
	draw.AddTextFont(k.Regular, SmallSize*s, below, quiet, note)
	return clicked
}
