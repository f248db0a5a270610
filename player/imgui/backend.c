// Package impl/glfw of cimgui-go, which tells the linker where the library is,
// calls these functions of Dear ImGui's own connection to GLFW. The player has
// its own and calls none of them. Defined here, they keep that part of the
// library, and the functions of GLFW that it wants, out of the program.

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
