// Heartbreaker cuts a heart of 5,120 triangles into 256 slices of 64 × 64 voxels, lists their points
// like samples/dicer, and makes them burst, each with a velocity from its normal:
//
//	go run ./samples/heartbreaker [-engine cpu|gpu|auto] [-o FILE] [-png FILE] [MODEL.obj]
//
// It reimplements the papers' program of this name; -h lists all flags. It needs no display. It prints
// the time of each stage next to the paper's times, and writes a video, which can be a sequence of
// pictures, or one picture.
package main

import (
	"ffkvadrat/samples/dicing"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/program"
	"ffkvadrat/samples/voxels"
)

var demo = program.Video{
	Name: "heartbreaker", Frames: frames, Rate: frameRate, Still: 89,
	Side: 64, Sides: []int{64}, Papers: dicing.Heart, Model: mesh.Heart,
	Begin: func(width, height int, points []voxels.Point, side int) program.Draw {
		return newVideo(width, height, points, side).draw
	},
}

func main() { demo.Main() }
