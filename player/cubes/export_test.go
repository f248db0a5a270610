package cubes

// Held returns how many windows are kept, and how many bytes their cubes take.
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
