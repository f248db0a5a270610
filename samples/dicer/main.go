// Dicer cuts a mesh into 256 slices of 256 × 256 voxels, arranges them as tiles of one picture, lists
// the pixels with alpha, and draws these points as particles:
//
//	go run ./samples/dicer [-engine cpu|gpu|auto] [-o FILE] [-png FILE] [MODEL.obj]
//
// It reimplements the papers' program of this name; -h lists all flags. Without a model it uses the
// teapot of package mesh. It needs no display. It prints the time of each stage next to the paper's
// times, and writes a video, or one picture.
package main

import (
	"ffkvadrat/samples/dicing"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/program"
	"ffkvadrat/samples/voxels"
)

var demo = program.Video{
	Name: "dicer", Frames: frames, Rate: frameRate, Still: 105,
	Side: 256, Sides: []int{256, 128, 64}, Papers: dicing.Teapot, Model: mesh.Teapot,
	Begin: func(width, height int, points []voxels.Point, side int) program.Draw {
		return newVideo(width, height, points, side).draw
	},
}

func main() { demo.Main() }
