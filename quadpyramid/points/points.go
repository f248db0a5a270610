// Package points lists the leaf pixels of a mask, with their values.
//
// Input is a picture and the mask of its leaf pixels. Output is a quad of one pixel for each and
// the pixel's value, in Morton order, line by line, or by value. [Reference] is the oracle. The
// fast list in Morton order is package quadpyramid's, with quads of one pixel; [Lines] makes the
// list by lines, [Source] reads the values of both, and [Sorter] sorts by value. No goroutines.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram Pyramids",
// sections 3 to 6.
package points

import "fmt"

// Order is the order of a list.
type Order uint8

const (
	Morton     Order = iota // the order of the traversal
	ByLines                 // from the top line to the bottom one, each from left to right
	ByValue                 // from the largest value to the smallest; equal ones in Morton order
	OrderCount              // the number of orders
)

var orders = [OrderCount]string{Morton: "morton", ByLines: "lines", ByValue: "value"}

// ParseOrder reads "morton", "lines" and "value".
func ParseOrder(name string) (Order, error) {
	for o, known := range orders {
		if name == known {
			return Order(o), nil
		}
	}
	return 0, fmt.Errorf("points: no order is called %q", name)
}

func (o Order) String() string { return orders[o] }

// Title returns the player's name for the order.
func (o Order) Title() string {
	return [OrderCount]string{"As the quadtree (Morton)", "Line by line", "Largest value first"}[o]
}
