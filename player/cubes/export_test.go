package cubes

// Held returns the number of cached windows and the size of their cubes in bytes.
func (f *Finder) Held() (windows int, bytes int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.windows {
		if len(f.windows[i].times) > 0 {
			windows++
		}
	}
	return windows, f.held()
}
