package kernel_test

import (
	"testing"

	"ffkvadrat/edge/kernel"
)

// Kernels that the processor cannot run are not variants; the best is the last one that runs.
func TestVariants(t *testing.T) {
	table := []kernel.Row[int]{kernel.Portable(1), {"some", true, 2}, {"more", false, 3}}
	variants := kernel.Of(table, func(k int) int { return 10 * k })
	if len(variants) != 2 || variants[0].Name != "portable" || variants[1].Name != "some" {
		t.Errorf("the variants are %v", variants)
	}
	if got := variants.Portable(); got != 10 {
		t.Errorf("portable is %d", got)
	}
	if got := variants.Best(); got != 20 {
		t.Errorf("the best is %d", got)
	}
}
