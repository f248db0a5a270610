package queue

import (
	"io"

	"ffkvadrat/atomicfile"
)

// places returns the largest number of connections of a gate.
func places() int { return mostConnections }

// lockFolder locks a folder. Closing it unlocks it.
func lockFolder(path string) (io.Closer, error) { return atomicfile.TryLockFolder(path) }
