#include <errno.h>
#include <limits.h>
#include <stdlib.h>
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

int file_open(const char *path)
{
    int n = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
    wchar_t *wide = n > 0 ? malloc(n * sizeof(*wide)) : NULL;
    if (!wide)
        return AVERROR(ENOMEM);
    MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, n);
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
