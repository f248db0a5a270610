package av1

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// readIVF returns the packets of an IVF file.
func readIVF(path string) (packets [][]byte, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) < 32 || string(data[:4]) != "DKIF" {
		return nil, fmt.Errorf("%s: no IVF", path)
	}
	for data = data[32:]; len(data) >= 12; {
		n := int(binary.LittleEndian.Uint32(data))
		packets = append(packets, data[12:12+n])
		data = data[12+n:]
	}
	return packets, nil
}

// packetsOf returns the packets of a video of any format.
func packetsOf(t testing.TB, path string) [][]byte {
	t.Helper()
	if filepath.Ext(path) != ".ivf" {
		to := filepath.Join(t.TempDir(), "a.ivf")
		if out, err := exec.Command("ffmpeg", "-v", "error", "-y", "-i", path, "-map", "0:v:0", "-c", "copy", to).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		path = to
	}
	packets, err := readIVF(path)
	if err != nil {
		t.Fatal(err)
	}
	return packets
}

// TestFolder parses the videos of a folder, which FFKVADRAT_AV1 names.
func TestFolder(t *testing.T) {
	folder := os.Getenv("FFKVADRAT_AV1")
	if folder == "" {
		t.Skip("FFKVADRAT_AV1 names no folder")
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, path := range paths {
		var p Parser
		frames, shown, blocks, tiles, bytes := 0, 0, 0, 0, 0
		failed := false
		for i, packet := range packetsOf(t, path) {
			picture, err := p.Read(packet)
			frames++
			if err != nil {
				t.Errorf("%s: packet %d: %v", filepath.Base(path), i, err)
				failed = true
				picture.Release()
				break
			}
			if picture != nil {
				shown++
				blocks += len(picture.Blocks)
				tiles += len(picture.Tiles)
				bytes += len(packet)
				picture.Release()
			}
		}
		p.Restart()
		if !failed {
			t.Logf("%s: %d packets, %d shown, %d tiles, %d blocks, %d bytes", filepath.Base(path), frames, shown, tiles, blocks, bytes)
		}
	}
}
