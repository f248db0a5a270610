package survey

import "syscall"

// niceness gives the survey's thread about a tenth of the time that a thread of
// the player gets if both want the same processor. With less it could delay the
// garbage collector, which waits for every thread that runs Go.
const niceness = 10

// LowerPriority lowers the priority of the calling thread (Linux applies the
// call to one thread). It fails only if the thread's priority is already lower.
func LowerPriority() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) }
