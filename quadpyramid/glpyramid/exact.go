package glpyramid

import (
	"fmt"
	"math/rand/v2"
)

// check tests whether the driver filters exactly: it reduces levels of known numbers, wide and
// tall, by filtered fetches and compares the sums. Hardware interpolates with weights of a few
// bits. These are exact at the corner of four texels only if the driver's coordinates are.
func (g *Points) check() error {
	defer g.releaseSized()
	random := rand.New(rand.NewPCG(20060600, 0))
	for _, size := range [2][2]int{{4096, 16}, {16, 4096}} {
		if err := g.allocate(size[0], size[1]); err != nil {
			return err
		}
		width, height := g.levels.LevelSize(0)
		cells, sums := make([]float32, width*height), make([]float32, width*height/4)
		for i := range sums {
			x, y := i%(width/2)*2, i/(width/2)*2
			left := random.IntN(shapes[g.shape].exact + 1) // sum left for these four cells
			sums[i] = float32(left)
			for child := range 3 {
				n := random.IntN(left + 1)
				cells[(y+child/2)*width+x+child%2] = float32(n)
				left -= n
			}
			cells[(y+1)*width+x+1] = float32(left)
		}
		g.levels.WriteLevel(0, cells)
		g.reduceTo(g.reduce, 2, 0, 0)
		got := cells[:len(sums)]
		g.levels.ReadLevel(1, got)
		for i, want := range sums {
			if got[i] != want {
				return fmt.Errorf("this driver filters to %v instead of %v: %w", got[i], want, ErrInexact)
			}
		}
		g.releaseSized()
	}
	return nil
}
