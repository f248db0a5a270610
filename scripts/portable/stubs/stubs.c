// Stands in for a shared library: each function loads the library when it is first called, and goes on to the
// library's function. stubs.go writes names.h, which has a line STUB(index, name, value) for each function,
// and gives SONAME. A function that cannot be found returns its value.
//
// A stub is a jump through a slot. At first the slot leads to code that keeps all registers which hold
// arguments, looks for the function, and puts its address into the slot; so any signature will do, also one
// with a variable number of arguments. Looking twice, on two threads, does no harm.

#include <dlfcn.h>
#include <stdint.h>

#define STUB(index, name, value) static intptr_t missing_##name(void) { return (intptr_t)(value); }
#include "names.h"
#undef STUB

static const struct { const char *name; intptr_t (*missing)(void); } functions[] = {
#define STUB(index, name, value) { #name, missing_##name },
#include "names.h"
#undef STUB
};

#define STUB(index, name, value) extern char first_##name __attribute__((visibility("hidden")));
#include "names.h"
#undef STUB

__attribute__((used)) static void *slots[] = {
#define STUB(index, name, value) &first_##name,
#include "names.h"
#undef STUB
};

__attribute__((used)) static void *find(uintptr_t index)
{
    void *library = dlopen(SONAME, RTLD_NOW);
    void *found = library ? dlsym(library, functions[index].name) : 0;
    if (!found)
        found = functions[index].missing;
    __atomic_store_n(&slots[index], found, __ATOMIC_RELEASE);
    return found;
}

#if defined(__x86_64__)

#define STUB(index, name, value)                              \
    __asm__(".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" \
            #name ": jmp *slots+8*" #index "(%rip)\n"         \
            ".hidden first_" #name "\nfirst_" #name ": pushq $" #index "\njmp first\n");
#include "names.h"
#undef STUB

// Of the functions' arguments: rax is the number of vector registers, r10 a nested function's frame.
__asm__(".text\nfirst:\n"
        "pushq %rax\npushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq %r10\n"
        "subq $128, %rsp\n"
        "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
        "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"
        "movq 192(%rsp), %rdi\n"
        "call find\n"
        "movq %rax, %r11\n"
        "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
        "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"
        "addq $128, %rsp\n"
        "popq %r10\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\npopq %rax\n"
        "addq $8, %rsp\n"
        "jmp *%r11\n");

#elif defined(__aarch64__)

// x16 and x17 belong to whatever is between a caller and a function.
#define STUB(index, name, value)                              \
    __asm__(".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" \
            #name ": adrp x16, slots+8*" #index "\n"          \
            "ldr x16, [x16, :lo12:slots+8*" #index "]\n"      \
            "br x16\n"                                        \
            ".hidden first_" #name "\nfirst_" #name ": mov w17, " #index "\nb first\n");
#include "names.h"
#undef STUB

// Of the functions' arguments: x8 is where a large result goes.
__asm__(".text\nfirst:\n"
        "stp x29, x30, [sp, -16]!\nmov x29, sp\nsub sp, sp, 208\n"
        "stp x0, x1, [sp]\nstp x2, x3, [sp, 16]\nstp x4, x5, [sp, 32]\nstp x6, x7, [sp, 48]\nstr x8, [sp, 64]\n"
        "stp q0, q1, [sp, 80]\nstp q2, q3, [sp, 112]\nstp q4, q5, [sp, 144]\nstp q6, q7, [sp, 176]\n"
        "mov x0, x17\n"
        "bl find\n"
        "mov x16, x0\n"
        "ldp x0, x1, [sp]\nldp x2, x3, [sp, 16]\nldp x4, x5, [sp, 32]\nldp x6, x7, [sp, 48]\nldr x8, [sp, 64]\n"
        "ldp q0, q1, [sp, 80]\nldp q2, q3, [sp, 112]\nldp q4, q5, [sp, 144]\nldp q6, q7, [sp, 176]\n"
        "add sp, sp, 208\nldp x29, x30, [sp], 16\n"
        "br x16\n");

#else
#error "no stubs for this processor"
#endif
