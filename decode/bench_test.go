package decode

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
)

func BenchmarkDecode(b *testing.B) {
	for _, path := range media(b) {
		b.Run("clip="+filepath.Base(path), func(b *testing.B) {
			b.ReportAllocs()
			v := open(b, path)
			bytes := 0
			for b.Loop() {
				f := next(b, v)
				if f == nil {
					b.StopTimer()
					if err := v.SeekIndex(0); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					f = next(b, v)
				}
				bytes = f.Picture.Luma.Height * f.Picture.Luma.Width
				f.Release()
			}
			b.SetBytes(int64(bytes))
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "frames/s")
		})
	}
}

func BenchmarkSeek(b *testing.B) {
	for _, path := range media(b) {
		b.Run("clip="+filepath.Base(path), func(b *testing.B) {
			v := open(b, path)
			rnd := rand.New(rand.NewPCG(1, 2))
			length := v.Info().Duration
			if length == 0 {
				length = 2
			}
			for b.Loop() {
				if err := v.SeekTime(rnd.Float64() * length); err != nil {
					b.Fatal(err)
				}
				next(b, v).Release()
			}
		})
	}
}

func BenchmarkSound(b *testing.B) {
	s := openSoundFor(b, "../samples/sample.mp4", 44100)
	buf := make([]float32, 2*4410)
	b.ReportAllocs()
	for b.Loop() {
		if n, _ := s.Read(buf); n < len(buf) {
			if err := s.SeekTime(0); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(0.1*float64(b.N)/b.Elapsed().Seconds(), "×realtime")
}
