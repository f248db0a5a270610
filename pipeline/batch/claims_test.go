package batch

import "testing"

// Only the journal of another process shows that it has begun a video, until that has given it
// back or it has failed for good.
func TestBegunElsewhere(t *testing.T) {
	folder := t.TempDir()
	one, two := ledgerOf(t, folder, settings{}), ledgerOf(t, folder, settings{})
	for _, step := range []struct {
		state    state
		one, two bool // whether each process sees that the other one has begun it
	}{{begun, false, true}, {undone, false, false}, {begun, false, true}, {failed, false, false}} {
		if err := one.note(&event{Video: "a", State: step.state, Round: 1}); err != nil {
			t.Fatal(err)
		}
		for l, want := range map[*ledger]bool{one: step.one, two: step.two} {
			if err := l.refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := l.begunElsewhere("a"); got != want || l.begunElsewhere("b") {
				t.Errorf("after %q: %v in %s", step.state, got, l.own.Name())
			}
		}
	}
}
