// Package glyuvtest uploads tests' pictures to the GPU.
package glyuvtest

import (
	"testing"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
)

// Buffers loads a picture and returns its planes in buffers.
func Buffers(t testing.TB, planes *glyuv.Planes, p *yuv.Picture) *glyuv.Buffers {
	t.Helper()
	planes.Load(p)
	return have(t, planes.Buffers)
}

// LumaBuffer loads a picture and returns its luma in a buffer.
func LumaBuffer(t testing.TB, planes *glyuv.Planes, p *yuv.Picture) *glyuv.Buffers {
	t.Helper()
	planes.Load(p)
	return have(t, planes.LumaBuffer)
}

// AllBuffers returns the planes of the loaded picture in buffers, including the luma of RGB.
func AllBuffers(t testing.TB, planes *glyuv.Planes) *glyuv.Buffers {
	t.Helper()
	have(t, planes.LumaBuffer)
	return have(t, planes.Buffers)
}

// AlphaBuffer loads a picture and returns its alpha in a buffer.
func AlphaBuffer(t testing.TB, planes *glyuv.Planes, p *yuv.Picture) *glyuv.Buffers {
	t.Helper()
	planes.Load(p)
	return have(t, planes.AlphaBuffer)
}

// Textures loads a picture and returns its planes, and alpha if present, in textures.
func Textures(t testing.TB, planes *glyuv.Planes, p *yuv.Picture) *glyuv.Textures {
	t.Helper()
	planes.Load(p)
	if p.Format.Alpha {
		return have(t, planes.AlphaTexture)
	}
	return have(t, planes.Textures)
}

func have[T any](t testing.TB, get func() (T, error)) T {
	t.Helper()
	got, err := get()
	if err != nil {
		t.Fatal(err)
	}
	return got
}
