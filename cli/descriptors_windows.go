package cli

import "os"

// lackOfDescriptors returns "": Windows does not limit how many files a process can open.
func lackOfDescriptors() string { return "" }

func sayPlainly(text string) { os.Stderr.WriteString(text) }
