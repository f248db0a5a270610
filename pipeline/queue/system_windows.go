package queue

import (
	"errors"
	"os"
)

// places returns the largest number of connections of a gate.
func places() int { return mostConnections }

// lockFolder returns an error: Windows has no locks on folders.
func lockFolder(string) (*os.File, error) { return nil, errors.ErrUnsupported }
