package browser

import "golang.org/x/sys/windows"

// roots returns the drives. It does not access them.
func roots() (drives []Place) {
	all, err := windows.GetLogicalDrives()
	if err != nil {
		return nil
	}
	for i := range 26 {
		if all>>i&1 == 1 {
			name := string(rune('A'+i)) + ":"
			drives = append(drives, Place{name, name + `\`})
		}
	}
	return drives
}
