package browserpage

import (
	"cmp"
	"slices"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/widgets"
)

// column is a column of the folder's list.
type column uint8

const (
	nameColumn column = iota
	sizeColumn
	changedColumn
	columnCount
)

var columnTitles = [columnCount]string{"Name", "Size", "Changed"}

// sorting is the order of the lines. Folders are always first.
type sorting struct {
	by   column
	down bool // from the largest to the smallest
}

// clicked returns the order after a click on a column: at first names ascend, and the largest and the latest are on top.
func (o sorting) clicked(c column) sorting {
	if o.by == c {
		return sorting{c, !o.down}
	}
	return sorting{c, c != nameColumn}
}

// sort sorts the indices of entries; equal ones stay in the order of names.
func (o sorting) sort(l *browser.Listing, rows []int) {
	slices.SortFunc(rows, func(i, j int) (order int) {
		a, b := &l.Entries[i], &l.Entries[j]
		switch {
		case a.Folder != b.Folder: // they are first in the listing, too
			return cmp.Compare(i, j)
		case o.by == nameColumn:
			order = cmp.Compare(i, j)
		case a.Folder: // neither its size nor its time is read
		case o.by == sizeColumn:
			order = cmp.Compare(a.Size, b.Size)
		default:
			order = a.Modified.Compare(b.Modified)
		}
		if o.down {
			order = -order
		}
		return cmp.Or(order, cmp.Compare(i, j))
	})
}

// columnHead shows the title of a column, with an arrow if the lines are sorted by it; a click sorts them so. end is the title's right end,
// for the names the left one. It returns the width.
func (p *Page) columnHead(c column, end, y float32) (width float32) {
	s, f := p.Scale, &p.files
	const arrow, pad = 12, 6
	title := columnTitles[c]
	width = imgui.CalcTextSize(title).X
	low, size := imgui.NewVec2(end-width-(arrow+pad)*s, y-5*s), imgui.NewVec2(width+(arrow+2*pad)*s, 24*s)
	text, tip := end-width, low.X+(pad+arrow/2-2)*s
	if c == nameColumn {
		low.X, text, tip = end-pad*s, end, end+width+arrow/2*s+2*s
	}
	clicked, over := widgets.InvisibleButton("sort "+title, low, size)
	p.Widgets.Heads[c] = widgets.Item()
	p.AddTip("Sorts by this; again: the other way round")
	ink := p.Dim
	if over || f.sorting.by == c {
		ink = p.Bright
	}
	draw := imgui.WindowDrawList()
	draw.AddText(imgui.NewVec2(text, y), widgets.Packed(ink), title)
	if f.sorting.by == c {
		middle, up := y+imgui.FontSize()/2+s, float32(2.5)*s
		if f.sorting.down {
			up = -up
		}
		draw.AddTriangleFilled(imgui.NewVec2(tip-4*s, middle+up), imgui.NewVec2(tip+4*s, middle+up), imgui.NewVec2(tip, middle-up), widgets.Packed(ink))
	}
	if clicked {
		f.sorting = f.sorting.clicked(c)
	}
	return width + arrow*s
}
