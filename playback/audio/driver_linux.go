package audio

// #cgo pkg-config: alsa
// #include <alsa/asoundlib.h>
//
// static void ignore(const char *file, int line, const char *function, int err, const char *format, ...) {}
//
// static void silence(void) { snd_lib_error_set_handler(ignore); }
import "C"

// silenceDriver stops ALSA's library from writing to standard error. On a
// machine without a device the library writes a dozen lines. It still returns
// its errors as values.
func silenceDriver() { C.silence() }
