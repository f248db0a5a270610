package trust

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// holdings are the resources that a process may leak.
type holdings struct {
	goroutines, descriptors int
}

func held() (holdings, error) {
	list, err := os.ReadDir("/proc/self/fd")
	return holdings{runtime.NumGoroutine(), len(list)}, err
}

// settled waits until the process holds no more than before, because goroutines end shortly after
// their last effect.
func settled(before holdings) error {
	const hang = 5 * time.Minute
	start := time.Now()
	for {
		now, err := held()
		if err != nil {
			return err
		}
		if now.goroutines <= before.goroutines && now.descriptors <= before.descriptors {
			return nil
		}
		if time.Since(start) > hang {
			stacks := make([]byte, 1<<16)
			stacks = stacks[:runtime.Stack(stacks, true)]
			return fmt.Errorf("holds %+v, held %+v before\n%s", now, before, stacks)
		}
		<-time.NewTimer(time.Millisecond).C
	}
}

// status returns a value in kB of /proc/PID/status, in bytes.
func status(pid, key string) (int64, error) {
	data, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, key+":"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
			return n << 10, err
		}
	}
	return 0, fmt.Errorf("no %s in the status of process %s", key, pid)
}

// resetPeak resets VmHWM, the peak resident memory of this process.
func resetPeak() error { return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }
