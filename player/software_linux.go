package player

import "os"

// software selects Mesa's OpenGL that runs on the processor, llvmpipe, which has OpenGL 4.5. The last one is for
// systems whose driver is not Mesa's; X11 only.
var software = [...][2]string{{"LIBGL_ALWAYS_SOFTWARE", "1"}, {"GALLIUM_DRIVER", "llvmpipe"}, {"__GLX_VENDOR_LIBRARY_NAME", "mesa"}}

// useSoftware makes the next window use software OpenGL; restore must be called when it is open, so that programs that
// the player starts use the driver. ok is false if the environment asks for software OpenGL already.
func useSoftware() (restore func(), ok bool) {
	if os.Getenv(software[0][0]) != "" {
		return nil, false
	}
	var before []func()
	for _, s := range software {
		name := s[0]
		old, was := os.LookupEnv(name)
		before = append(before, func() {
			if was {
				os.Setenv(name, old)
			} else {
				os.Unsetenv(name)
			}
		})
		os.Setenv(name, s[1])
	}
	return func() {
		for _, set := range before {
			set()
		}
	}, true
}
