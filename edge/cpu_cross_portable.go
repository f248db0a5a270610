package edge

import (
	"encoding/binary"
	"math"

	"ffkvadrat/edge/morton"
)

// crossPortable are the kernels without vector instructions.
func crossPortable() crossKernels {
	return crossKernels{
		bytes: crossSizes{narrow: bytesPortable, maximum: math.MaxUint64},
		words: crossSizes{narrow: wordsPortable, maximum: math.MaxUint64},
	}
}

// Both kernels iterate over squares of 8×8 pixels, row by row. A pixel's difference to its right
// neighbour is that neighbour's difference to the left, and its difference downwards is the next
// row's upwards, so each pixel costs two squares.

func bytesPortable(words []uint64, first, groups int, rows *[bandRows][]byte, d cut) {
	level := uint32(d.level) // at most 4·255² + 1
	for column := range groups * groupWidth / 8 {
		var north [8]uint32
		for x := range north {
			north[x] = square32(rows[0][8*column+1+x], rows[1][8*column+1+x])
		}
		var word uint64
		for y := range bandHeight {
			row := (*[10]byte)(rows[y+1][8*column:])
			south := (*[8]byte)(rows[y+2][8*column+1:])
			west := square32(row[0], row[1])
			var leaves uint32
			v := row[1]
			for x := range 8 {
				next := row[x+2]
				e, s := square32(v, next), square32(v, south[x])
				leaves = leaves>>1 | (west+e+north[x]+s-level)&(1<<31)
				v, west, north[x] = next, e, s
			}
			word |= uint64(morton.Row[leaves>>24]) << morton.Code(0, y)
		}
		words[wordAt(first*groupWidth/8+column)] = word
	}
}

func square32(a, b byte) uint32 {
	d := int32(a) - int32(b)
	return uint32(d * d)
}

func wordsPortable(words []uint64, first, groups int, rows *[bandRows][]byte, d cut) {
	at := func(row []byte, x int) uint32 {
		return min(uint32(binary.LittleEndian.Uint16(row[2*x:])>>(d.shift&15)), uint32(d.most))
	}
	for column := range groups * groupWidth / 8 {
		var north [8]uint64
		for x := range north {
			north[x] = square64(at(rows[0], 8*column+1+x), at(rows[1], 8*column+1+x))
		}
		var word uint64
		for y := range bandHeight {
			row := rows[y+1][16*column:][:20]
			south := rows[y+2][16*column+2:][:16]
			v := at(row, 1)
			west := square64(at(row, 0), v)
			var leaves uint64
			for x := range 8 {
				next := at(row, x+2)
				e, s := square64(v, next), square64(v, at(south, x))
				leaves |= (west + e + north[x] + s - d.level) >> 63 << x
				v, west, north[x] = next, e, s
			}
			word |= uint64(morton.Row[leaves]) << morton.Code(0, y)
		}
		words[wordAt(first*groupWidth/8+column)] = word
	}
}

func square64(a, b uint32) uint64 {
	d := int64(a) - int64(b)
	return uint64(d * d)
}
