package survey

import "syscall"

// niceness leaves the survey's thread about a tenth of what a thread of the
// player gets where both want the same processor. Less would let it hold up the
// garbage collector, which waits for every thread that runs Go.
const niceness = 10

// lowerPriority makes the calling thread, to which Linux applies this, give way
// to others. It fails only where the thread gives way more already.
func lowerPriority() { _ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, niceness) }
