package voxels

import (
	"fmt"

	"ffkvadrat/yuv"
)

// Marks selects the voxels of a solid that become points.
type Marks uint8

const (
	// Shell is the voxels with at least one of six neighbours outside.
	Shell Marks = iota
	// Ends is the first and last voxel of each run from front to back: what is visible along the
	// slices, as when a GPU draws each slice.
	Ends
	// All is all voxels.
	All
)

var marks = []string{Shell: "shell", Ends: "ends", All: "all"}

// ParseMarks parses "shell", "ends" and "all".
func ParseMarks(name string) (Marks, error) {
	for m, known := range marks {
		if name == known {
			return Marks(m), nil
		}
	}
	return 0, fmt.Errorf("voxels: no marks are called %q: known are shell, ends and all", name)
}

func (m Marks) String() string { return marks[m] }

// Tiles is the number of slices in a row of the picture.
const Tiles = 16

// Picture is a volume as one picture, with slice z in tile (z mod 16, z div 16). Marked voxels are
// white and opaque, all others black and transparent.
type Picture struct {
	yuv.Picture
	side   int
	marked []column
	rows   []column // columns of one row of voxels, reused
}

// NewPicture returns a picture for volumes whose slices have the given side.
func NewPicture(side int) *Picture {
	n := Tiles * side
	plane := yuv.Plane{Data: make([]byte, n*n), Stride: n, Step: 1, Width: n, Height: n}
	return &Picture{side: side, marked: make([]column, side*side), rows: make([]column, side), Picture: yuv.Picture{
		Width: n, Height: n, Format: yuv.Format{Name: "ya8", Model: yuv.Gray, Depth: 8, Alpha: true},
		Planes: [3]yuv.Plane{plane}, Luma: plane, Alpha: plane, // white is opaque, so one plane serves as both
	}}
}

// Mark draws the marked voxels of a solid, whose slices have the picture's side.
func (p *Picture) Mark(s *Solid, m Marks) {
	for y := range s.side {
		p.rows[y] = column{}
		for x := range s.side {
			c := s.marked(x, y, m)
			p.marked[y*s.side+x] = c
			p.rows[y].add(c)
		}
	}
	pixels := p.Alpha.Data
	for z := range Slices {
		word, bit := z/64, z%64
		corner := z/Tiles*s.side*p.Width + z%Tiles*s.side
		for y := range s.side {
			row := pixels[corner+y*p.Width:][:s.side]
			if !p.rows[y].has(z) {
				clear(row)
				continue
			}
			for x, c := range p.marked[y*s.side:][:s.side] {
				row[x] = -byte(c[word] >> bit & 1)
			}
		}
	}
}

// marked returns the marked voxels of a column.
func (s *Solid) marked(x, y int, m Marks) column {
	c := s.columns[y*s.side+x]
	if m == All {
		return c
	}
	before, behind := c.shifted()
	for i := range c {
		inside := before[i] & behind[i]
		if m == Shell {
			inside &= s.at(x-1, y)[i] & s.at(x+1, y)[i] & s.at(x, y-1)[i] & s.at(x, y+1)[i]
		}
		c[i] &^= inside
	}
	return c
}

// at returns a column, empty outside the volume.
func (s *Solid) at(x, y int) column {
	if uint(x) >= uint(s.side) || uint(y) >= uint(s.side) {
		return column{}
	}
	return s.columns[y*s.side+x]
}

// shifted returns the column shifted by one voxel to the front and to the back.
func (c column) shifted() (before, behind column) {
	for i, w := range c {
		before[i], behind[i] = w<<1, w>>1
		if i > 0 {
			before[i] |= c[i-1] >> 63
		}
		if i < columnWords-1 {
			behind[i] |= c[i+1] << 63
		}
	}
	return before, behind
}

// Voxel returns the voxel at a pixel of the picture.
func (p *Picture) Voxel(x, y int) (vx, vy, vz int) {
	return x % p.side, y % p.side, y/p.side*Tiles + x/p.side
}
