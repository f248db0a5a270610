//go:build unix && !darwin

package gpu

/*
#cgo pkg-config: egl
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stddef.h>
#include <string.h>

typedef struct {
	EGLDisplay display;
	EGLContext context;
} headless;

// core_context makes a context that reports its loss, or, if the display has
// no such contexts, one that does not.
static EGLContext core_context(EGLDisplay display, int debug) {
	const EGLint any_config[] = {
		EGL_SURFACE_TYPE, 0,
		EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
		EGL_NONE,
	};
	EGLint version[] = {
		EGL_CONTEXT_MAJOR_VERSION, 4,
		EGL_CONTEXT_MINOR_VERSION, 3,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
		EGL_CONTEXT_OPENGL_DEBUG, debug ? EGL_TRUE : EGL_FALSE,
		EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET,
		EGL_NONE,
	};
	EGLConfig config;
	EGLint n = 0;
	if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, any_config, &config, 1, &n) || n == 0)
		return EGL_NO_CONTEXT;
	EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
	if (context == EGL_NO_CONTEXT) {
		version[sizeof(version) / sizeof(*version) - 3] = EGL_NONE;
		context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
	}
	return context;
}

// adopt makes a context of the display current. The display stays initialised,
// also after a failure and after headless_close: EGL gives all callers in a
// process the same display for the same device, without counting them, and
// eglTerminate would take it from every other one of them. A display's memory
// exists once for each device and is freed with the process.
static int adopt(headless *h, EGLDisplay display, int debug) {
	if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
		return 0;
	EGLContext context = core_context(display, debug);
	if (context == EGL_NO_CONTEXT)
		return 0;
	if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
		eglDestroyContext(display, context);
		return 0;
	}
	h->display = display;
	h->context = context;
	return 1;
}

// devices_of_egl lists at most 16 devices, and returns their number.
static EGLint devices_of_egl(EGLDeviceEXT devices[16]) {
	PFNEGLQUERYDEVICESEXTPROC query_devices =
		(PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
	EGLint n = 0;
	return query_devices != NULL && query_devices(16, devices, &n) ? n : 0;
}

// only_software reports whether EGL has devices, and all of them are the CPU.
static int only_software(void) {
	PFNEGLQUERYDEVICESTRINGEXTPROC query_string =
		(PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
	EGLDeviceEXT devices[16];
	EGLint n = query_string != NULL ? devices_of_egl(devices) : 0;
	for (EGLint i = 0; i < n; i++) {
		const char *extensions = query_string(devices[i], EGL_EXTENSIONS);
		if (extensions == NULL || strstr(extensions, "EGL_MESA_device_software") == NULL)
			return 0;
	}
	return n > 0;
}

// headless_open makes an OpenGL 4.3 core context current that needs neither a window
// system nor a surface: on the first device that has one, else on Mesa's surfaceless
// platform.
static int headless_open(headless *h, int debug) {
	PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display =
		(PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
	if (platform_display == NULL)
		return 0;
	EGLDeviceEXT devices[16];
	EGLint n = devices_of_egl(devices);
	for (EGLint i = 0; i < n; i++)
		if (adopt(h, platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL), debug))
			return 1;
	return adopt(h, platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL), debug);
}

static void headless_close(headless *h) {
	eglMakeCurrent(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	eglDestroyContext(h->display, h->context);
	eglReleaseThread();
}
*/
import "C"

import "unsafe"

// noContext is why there may be no context.
const noContext = "EGL offers no context (driver packages on Debian: libegl1 libgl1-mesa-dri)"

// OnlySoftware reports whether EGL has devices, and all of them run on the CPU. It makes no context, so
// the driver is not loaded.
func OnlySoftware() bool { return C.only_software() != 0 }

// native is a context of EGL.
type native struct{ egl C.headless }

// open makes a new context current.
func (n *native) open(debug bool) bool {
	flag := C.int(0)
	if debug {
		flag = 1
	}
	return C.headless_open(&n.egl, flag) != 0
}

func (n *native) close() { C.headless_close(&n.egl) }

// function looks up an OpenGL function by name.
func (n *native) function(name string) unsafe.Pointer {
	c := append([]byte(name), 0)
	return unsafe.Pointer(C.eglGetProcAddress((*C.char)(unsafe.Pointer(&c[0]))))
}
