// Package impl/glfw of cimgui-go, imported for its linker flags, refers to these
// functions of Dear ImGui's GLFW backend. The player does not use that backend.
// These definitions keep the backend, and the functions of GLFW that it needs,
// out of the program.

#include <stdlib.h>

#define UNUSED(name) void ImGui_ImplGlfw_##name(void) { abort(); }

UNUSED(CharCallback)
UNUSED(CursorEnterCallback)
UNUSED(CursorPosCallback)
UNUSED(GetContentScaleForMonitor)
UNUSED(GetContentScaleForWindow)
UNUSED(InitForOpenGL)
UNUSED(InitForOther)
UNUSED(InitForVulkan)
UNUSED(InstallCallbacks)
UNUSED(KeyCallback)
UNUSED(MonitorCallback)
UNUSED(MouseButtonCallback)
UNUSED(NewFrame)
UNUSED(RestoreCallbacks)
UNUSED(ScrollCallback)
UNUSED(SetCallbacksChainForAllWindows)
UNUSED(Shutdown)
UNUSED(Sleep)
UNUSED(WindowFocusCallback)
