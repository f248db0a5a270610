package gpu

/*
#cgo LDFLAGS: -lopengl32 -lgdi32 -luser32
#include <windows.h>

typedef struct {
	HWND window;
	HDC device;
	HGLRC context;
} headless;

typedef HGLRC(WINAPI *create_context)(HDC, HGLRC, const int *);

// core_context makes a context that reports its loss, or, if the driver has no such contexts, one that
// does not. Its function is found through a context of any version that is current.
static HGLRC core_context(HDC device, int debug) {
	int version[] = {
		0x2091, 4, // WGL_CONTEXT_MAJOR_VERSION_ARB
		0x2092, 3, // WGL_CONTEXT_MINOR_VERSION_ARB
		0x9126, 1, // WGL_CONTEXT_PROFILE_MASK_ARB: core
		0x2094, debug ? 1 : 0, // WGL_CONTEXT_FLAGS_ARB: debug
		0x8256, 0x8252, // WGL_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB: lose the context
		0,
	};
	HGLRC any = wglCreateContext(device);
	if (any == NULL)
		return NULL;
	HGLRC context = NULL;
	create_context create = NULL;
	if (wglMakeCurrent(device, any))
		create = (create_context)(void *)wglGetProcAddress("wglCreateContextAttribsARB");
	if (create != NULL) {
		context = create(device, NULL, version);
		if (context == NULL) {
			version[sizeof(version) / sizeof(*version) - 3] = 0;
			context = create(device, NULL, version);
		}
	}
	wglMakeCurrent(NULL, NULL);
	wglDeleteContext(any);
	return context;
}

static void headless_close(headless *h) {
	if (h->context != NULL) {
		wglMakeCurrent(NULL, NULL);
		wglDeleteContext(h->context);
	}
	if (h->device != NULL)
		ReleaseDC(h->window, h->device);
	if (h->window != NULL)
		DestroyWindow(h->window);
	ZeroMemory(h, sizeof(*h));
}

// headless_open makes an OpenGL 4.3 core context current in a window that is never shown.
static int headless_open(headless *h, int debug) {
	const PIXELFORMATDESCRIPTOR wanted = {
		.nSize = sizeof(wanted), .nVersion = 1, .dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL,
		.iPixelType = PFD_TYPE_RGBA, .cColorBits = 24,
	};
	h->window = CreateWindowExW(0, L"STATIC", L"ffkvadrat", WS_POPUP, 0, 0, 1, 1, NULL, NULL, GetModuleHandleW(NULL), NULL);
	if (h->window != NULL)
		h->device = GetDC(h->window);
	if (h->device != NULL) {
		int format = ChoosePixelFormat(h->device, &wanted);
		if (format != 0 && SetPixelFormat(h->device, format, &wanted))
			h->context = core_context(h->device, debug);
	}
	if (h->context != NULL && wglMakeCurrent(h->device, h->context))
		return 1;
	headless_close(h);
	return 0;
}

// function_of finds functions of OpenGL 1.1 in the system's library, and all others through the driver,
// which may return small numbers for an error.
static void *function_of(const char *name) {
	void *found = (void *)wglGetProcAddress(name);
	if ((INT_PTR)found <= 3 && (INT_PTR)found >= -1)
		found = (void *)GetProcAddress(GetModuleHandleW(L"opengl32.dll"), name);
	return found;
}
*/
import "C"

import "unsafe"

// noContext is why there may be no context.
const noContext = "the graphics driver offers no such context"

// OnlySoftware returns false: Windows says it only of a context.
func OnlySoftware() bool { return false }

// native is a context of WGL in a hidden window.
type native struct{ wgl C.headless }

// open makes a new context current.
func (n *native) open(debug bool) bool {
	flag := C.int(0)
	if debug {
		flag = 1
	}
	return C.headless_open(&n.wgl, flag) != 0
}

func (n *native) close() { C.headless_close(&n.wgl) }

// function looks up an OpenGL function by name.
func (n *native) function(name string) unsafe.Pointer {
	c := append([]byte(name), 0)
	return C.function_of((*C.char)(unsafe.Pointer(&c[0])))
}
