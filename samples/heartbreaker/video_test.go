package main

import (
	"crypto/sha256"
	"encoding/hex"
	"image"
	"math"
	"runtime"
	"testing"

	"ffkvadrat/samples/dicing"
	"ffkvadrat/samples/mesh"
	"ffkvadrat/samples/particles"
	"ffkvadrat/samples/voxels"
)

func heart(t *testing.T) []voxels.Point {
	t.Helper()
	d, err := dicing.New("cpu", 32, voxels.Shell)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Release()
	points, err := d.Points(mesh.Heart())
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// TestFlight: the closed form solves the equation of motion: acceleration is −drag · velocity plus
// gravity. It starts on the heart, with a velocity along the normal.
func TestFlight(t *testing.T) {
	const h = 1e-4
	for i, p := range heart(t) {
		if i%50 != 0 {
			continue
		}
		position := func(t float64) particles.Vec { at, _ := flight(&p, i, t); return at }
		start := position(0)
		if d := start.Minus(particles.Vec(p.At).Times(pulse(burst))).Length(); d != 0 {
			t.Errorf("point %d starts %v away", i, d)
		}
		speedAt := func(t float64) particles.Vec { return position(t + h).Minus(position(t - h)).Times(1 / (2 * h)) }
		// Without the motion that all points share.
		own := speedAt(0).Minus(particles.Vec{-p.At[2], 0.25, p.At[0]}.Times(swirl))
		along := own.Dot(particles.Vec(p.Normal))
		// Central differences have an error of h² times the third derivative, some tens, plus rounding.
		if own.Minus(particles.Vec(p.Normal).Times(along)).Length() > 1e-5 || along < speed/4-1e-5 || along > speed+1e-5 {
			t.Errorf("point %d: velocity %v, normal %v", i, own, p.Normal)
		}
		for _, at := range []float64{0.1, 1, 3} {
			acceleration := position(at + h).Plus(position(at - h)).Minus(position(at).Times(2)).Times(1 / (h * h))
			want := speedAt(at).Times(-drag).Minus(particles.Vec{0, gravity, 0})
			if acceleration.Minus(want).Length() > 1e-5 {
				t.Errorf("point %d after %v s: %v, want %v", i, at, acceleration, want)
			}
		}
	}
}

// TestChance: the mean of many values is near a half, and kinds differ.
func TestChance(t *testing.T) {
	sum, same := 0.0, 0
	for i := range 10000 {
		v := chance(i, 1)
		if v < 0 || v >= 1 {
			t.Fatalf("chance %v", v)
		}
		if v == chance(i, 2) {
			same++
		}
		sum += v
	}
	// The mean's standard deviation is 0.0029.
	if math.Abs(sum/10000-0.5) > 0.015 || same > 0 {
		t.Errorf("mean %v, %d the same", sum/10000, same)
	}
}

// golden is the SHA-256 of TestVideo's pictures. Other processors round other sums.
const golden = "248eedd70af4ac9ee319b7fe3e696a8e853631a733f854b1e6a296051d082f66"

// TestVideo: all particles are in all frames, and each frame of the burst differs from the one before.
func TestVideo(t *testing.T) {
	points := heart(t)
	f := newVideo(96, 54, points, 32)
	img, before := image.NewRGBA(image.Rect(0, 0, 96, 54)), image.NewRGBA(image.Rect(0, 0, 96, 54))
	pictures := sha256.New()
	for frame := range frames {
		if err := f.draw(img, frame); err != nil {
			t.Fatal(err)
		}
		pictures.Write(img.Pix)
		if len(f.cloud) != len(points) {
			t.Fatalf("frame %d has %d particles of %d", frame, len(f.cloud), len(points))
		}
		if string(img.Pix) == string(before.Pix) {
			t.Errorf("frame %d is the one before", frame)
		}
		copy(before.Pix, img.Pix)
	}
	if got := hex.EncodeToString(pictures.Sum(nil)); runtime.GOARCH == "amd64" && got != golden {
		t.Errorf("the pictures have the sum %s, not %s", got, golden)
	}
}
