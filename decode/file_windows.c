#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <libavutil/error.h>

#include "file.h"

// Windows keeps handles within 32 bits.
static HANDLE handle(int file) { return (HANDLE)(intptr_t)file; }

static int number(HANDLE file) { return (int)(intptr_t)file; }

// failed converts the last error.
static int failed(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        return AVERROR(ENOENT);
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        return AVERROR(EACCES);
    case ERROR_NOT_ENOUGH_MEMORY:
        return AVERROR(ENOMEM);
    }
    return AVERROR(EIO);
}

// wide_name converts a name as Go does. MultiByteToWideChar would replace a surrogate without its partner, which names
// can have; Go writes it as three bytes.
static wchar_t *wide_name(const char *name)
{
    const unsigned char *s = (const unsigned char *)name;
    wchar_t *wide = malloc((strlen(name) + 1) * sizeof(*wide)), *to = wide;
    if (!wide)
        return NULL;
    while (*s) {
        int more = *s >= 0xf0 ? 3 : *s >= 0xe0 ? 2 : *s >= 0xc0 ? 1 : 0; // bytes that follow
        uint32_t c = more ? *s & (0x3f >> more) : *s;
        for (s++; more && (*s & 0xc0) == 0x80; more--)
            c = c << 6 | (*s++ & 0x3f);
        if (c >= 0x10000) {
            *to++ = 0xd800 + ((c - 0x10000) >> 10);
            *to++ = 0xdc00 + (c & 0x3ff);
        } else
            *to++ = c;
    }
    *to = 0;
    return wide;
}

int file_open(const char *path)
{
    wchar_t *wide = wide_name(path);
    if (!wide)
        return AVERROR(ENOMEM);
    HANDLE file = CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    free(wide);
    return file == INVALID_HANDLE_VALUE ? failed() : number(file);
}

void file_close(int file) { CloseHandle(handle(file)); }

int64_t file_length(int file)
{
    LARGE_INTEGER length;
    if (GetFileType(handle(file)) != FILE_TYPE_DISK)
        return NO_FILE;
    return GetFileSizeEx(handle(file), &length) ? length.QuadPart : NO_LENGTH;
}

int file_read(int file, uint8_t *buf, int size, int64_t offset)
{
    OVERLAPPED at = { .Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32) };
    DWORD got = 0;
    if (ReadFile(handle(file), buf, size, &got, offset < 0 ? NULL : &at))
        return got;
    switch (GetLastError()) {
    case ERROR_HANDLE_EOF:
    case ERROR_BROKEN_PIPE: // its writer has closed it
        return 0;
    }
    return failed();
}

int wake_new(Wake *wake)
{
    HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!event)
        return -1;
    *wake = (Wake){ .waited = number(event) };
    return 0;
}

void wake_raise(Wake wake) { SetEvent(handle(wake.waited)); }

void wake_free(Wake wake) { CloseHandle(handle(wake.waited)); }

void wake_wait(Wake wake, int milliseconds) { WaitForSingleObject(handle(wake.waited), milliseconds); }

// Nothing waits for a pipe and an event at once, so this looks at a pipe again and again. Other files
// do not wait.
int wake_or_file(Wake wake, int file)
{
    enum { LOOK = 5 }; // milliseconds
    int pipe = GetFileType(handle(file)) == FILE_TYPE_PIPE;
    for (;;) {
        DWORD there = 0;
        int raised = WaitForSingleObject(handle(wake.waited), 0) == WAIT_OBJECT_0;
        if (raised || !pipe || !PeekNamedPipe(handle(file), NULL, 0, NULL, &there, NULL) || there)
            return raised;
        wake_wait(wake, LOOK);
    }
}
