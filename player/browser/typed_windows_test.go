package browser

import "testing"

// TestTypedDrive: a drive, or the name of a server, begins a path; a separator means the folder's drive.
func TestTypedDrive(t *testing.T) {
	for text, want := range map[string]string{
		`D:`: `D:\`, `D:\`: `D:\`, `d:/x`: `d:/x`, `D:x`: `D:\x`, `\x`: `C:\x`, `/x`: `C:/x`, `\\`: `\\`, `\\server`: `\\server`, `\\server\share\x`: `\\server\share\x`, `dx`: ``,
	} {
		if got := typedPath(text, `C:\clips`, `C:\home`); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
