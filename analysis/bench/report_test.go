package bench

import "testing"

func TestFaster(t *testing.T) {
	for times, want := range map[float64]string{
		1: "1.0×", 4.52: "4.5×", 123.4: "123.4×", 0.96: "1.0×", 0.9: "1.1× slower", 0.5: "2.0× slower", 0.1006: "9.9× slower",
		0.1: "10× slower", 1. / 46: "46× slower", 1e-4: "10000× slower", 0: "0.0×",
	} {
		if got := faster(times); got != want {
			t.Errorf("%v: %q, want %q", times, got, want)
		}
	}
}
