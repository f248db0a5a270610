package main

import (
	"archive/tar"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// pack writes a folder into an archive compressed with zstd. The same files give the same bytes: names are
// sorted, all files have one time, and belong to root.
func pack(archive, folder string, date time.Time) error {
	return compress(archive, func(w io.Writer) error {
		out := tar.NewWriter(w)
		above := filepath.Dir(folder)
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			name, err := filepath.Rel(above, path)
			if err != nil {
				return err
			}
			header := &tar.Header{Name: name, Mode: 0o644, ModTime: date, Format: tar.FormatUSTAR, Uname: "root", Gname: "root"}
			if info.IsDir() {
				header.Name, header.Mode, header.Typeflag = name+"/", 0o755, tar.TypeDir
				return out.WriteHeader(header)
			}
			header.Typeflag, header.Size = tar.TypeReg, info.Size()
			if info.Mode()&0o100 != 0 {
				header.Mode = 0o755
			}
			if err := out.WriteHeader(header); err != nil {
				return err
			}
			file, err := os.Open(path)
			if err != nil {
				return err
			}
			defer file.Close()
			_, err = io.Copy(out, file)
			return err
		})
		if err != nil {
			return err
		}
		return out.Close()
	})
}

// packSource writes the committed files into an archive. Without git there is none.
func packSource(archive, name string) error {
	return compress(archive, func(w io.Writer) error {
		cmd := command("", nil, "git", "archive", "--format=tar", "--prefix="+name+"/", "HEAD")
		cmd.Stdout, cmd.Stderr = w, os.Stderr
		return cmd.Run()
	})
}

// compress writes a file with what write gives, compressed. The number of threads does not change its bytes.
func compress(path string, write func(io.Writer) error) error {
	cmd := command("", nil, "zstd", "-q", "-f", "-19", "-T0", "-o", path)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	err = write(in)
	_ = in.Close() // of a pipe to a process
	if done := cmd.Wait(); err == nil {
		err = done
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return nil
}
