// The prebuilt Dear ImGui was compiled against glibc 2.38, whose headers turn
// sscanf into __isoc23_sscanf. Older C libraries, such as Debian 12's, lack that
// name; where the C library has it, this weak one gives way.

#include <stdarg.h>
#include <stdio.h>

__attribute__((weak)) int __isoc23_sscanf(const char *text, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int n = vsscanf(text, format, args);
	va_end(args);
	return n;
}
