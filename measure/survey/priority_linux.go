package survey

import "syscall"

// niceness gives the survey's thread about a tenth of the CPU time of a player's thread on the same
// CPU. With less, it could delay the garbage collector, which waits for every running thread.
const niceness = 10

// LowerPriority lowers the priority of the calling thread (Linux applies the call to one thread).
// It fails only if the priority is already lower.
func LowerPriority() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) }
