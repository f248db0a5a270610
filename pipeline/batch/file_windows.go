package batch

import (
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

func fileOf(name string) file {
	open, err := os.Open(name)
	if err != nil {
		return file{}
	}
	defer open.Close()
	var about windows.ByHandleFileInformation
	if info, err := open.Stat(); err != nil || !info.Mode().IsRegular() || windows.GetFileInformationByHandle(windows.Handle(open.Fd()), &about) != nil {
		return file{}
	}
	return file{uint64(about.VolumeSerialNumber), uint64(about.FileIndexHigh)<<32 | uint64(about.FileIndexLow)}
}

// inode returns nothing: a list of files has neither on Windows.
func inode(fs.FileInfo) (number uint64, changed time.Time) { return 0, time.Time{} }
