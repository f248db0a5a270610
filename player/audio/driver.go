package audio

// #cgo pkg-config: alsa
// #include <alsa/asoundlib.h>
//
// static void ignore(const char *file, int line, const char *function, int err, const char *format, ...) {}
//
// static void silence(void) { snd_lib_error_set_handler(ignore); }
import "C"

// silenceDriver keeps ALSA's library from writing to standard error: on a
// machine without a device it does so a dozen times. Its errors come back as
// values all the same.
func silenceDriver() { C.silence() }
