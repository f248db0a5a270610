//go:build !linux

package audio

// silenceDriver does nothing: here Oto uses the system's interface, which writes nothing to standard error.
func silenceDriver() {}
