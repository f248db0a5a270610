package trust

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// status returns a value of /proc/PID/status that is in kB, in bytes.
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
