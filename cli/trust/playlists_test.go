package trust

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"ffkvadrat/decode"
)

// disguises returns files with names of videos that refer to other files, in all such formats of
// FFmpeg, and names that FFmpeg would interpret as more than a name. bait is a video next to them,
// url one on a server.
func disguises(t *testing.T, dir, bait, url string) (names []string) {
	t.Helper()
	rest := strings.TrimPrefix(url, "http://")
	for name, text := range map[string]string{
		"hls.mp4":        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n" + bait + "\n#EXT-X-ENDLIST\n",
		"hls-net.mp4":    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n" + url + "\n#EXT-X-ENDLIST\n",
		"hls-key.ts":     "#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"" + url + "\"\n#EXTINF:2,\nfile:" + bait + "\n#EXT-X-ENDLIST\n",
		"hls-list.mkv":   "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n" + url + "\n",
		"hls.m3u8":       "#EXTM3U\n#EXTINF:2,\nconcat:" + bait + "|" + url + "\n#EXT-X-ENDLIST\n",
		"ffconcat.mp4":   "ffconcat version 1.0\nfile '" + bait + "'\n",
		"ffconcat.avi":   "ffconcat version 1.0\nfile '" + url + "'\n",
		"dash.mp4":       dashManifest(url),
		"dash.mpd":       dashManifest("file:" + bait),
		"imf.mp4":        "<?xml version=\"1.0\"?><CompositionPlaylist xmlns=\"http://www.smpte-ra.org/schemas/2067-3/2013\"><Id>" + url + "</Id></CompositionPlaylist>\n",
		"session.mp4":    "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
		"reference.asf":  "[Reference]\nRef1=" + url + "\nRef2=mms://" + rest + "\n",
		"redirect.asx":   "<asx version=\"3.0\"><entry><ref href=\"" + url + "\"/></entry></asx>\n",
		"list.ram":       "rtsp://" + rest + "\n" + url + "\n",
		"winamp.pls":     "[playlist]\nFile1=" + url + "\nNumberOfEntries=1\n",
		"shown.xspf":     "<playlist version=\"1\"><trackList><track><location>" + url + "</location></track></trackList></playlist>\n",
		"script.avs":     "AviSource(\"" + bait + "\")\n",
		"script.vpy":     "import vapoursynth\nvapoursynth.core.ffms2.Source('" + bait + "').set_output()\n",
		"graph.mp4":      "movie=" + bait + "\n",
		"subtitles.idx":  "# VobSub index file, v7 (do not modify this line!)\nsize: 720x576\nid: en, index: 0\ntimestamp: 00:00:01:000, filepos: 000000000\n",
		"picture.svg":    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><image href=\"" + url + "\" width=\"9\" height=\"9\"/></svg>\n",
		"number%03d.gif": "",
	} {
		names = append(names, filepath.Join(dir, name))
		if err := os.WriteFile(names[len(names)-1], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"url ", "alis"} {
		name := filepath.Join(dir, "reference-"+strings.TrimSpace(kind)+".mov")
		if err := os.WriteFile(name, referring(t, bait, kind, url), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return append(names,
		url, "file:"+bait, "concat:"+bait+"|"+bait, "subfile,,start,0,end,0,,:"+bait, "cache:"+bait, "async:"+bait, "crypto:"+bait, "data:video/mp4;base64,AAAA",
		"pipe:0", "tcp://"+rest, "rtmp://"+rest, "ftp://"+rest, "concatf:"+filepath.Join(dir, "ffconcat.mp4"), filepath.Join(dir, "frame%03d.png"), filepath.Join(dir, "*.png"),
	)
}

func dashManifest(base string) string {
	return `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S" profiles="urn:mpeg:dash:profile:isoff-main:2011">` +
		`<Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>` + base + `</BaseURL></Representation></AdaptationSet></Period></MPD>` + "\n"
}

// referring returns a copy of a QuickTime file whose data reference names another file, in one of
// the possible ways.
func referring(t *testing.T, path, kind, url string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var entry []byte
	switch kind {
	case "url ":
		entry = append([]byte{0, 0, 0, 0}, url+"\x00"...) // flags without "in this file"
	default:
		// An alias record: volume, file and folder names, and as tag 18 a path to the file.
		record := make([]byte, 150)
		record[10] = byte(copy(record[11:38], "volume"))
		base := filepath.Base(path)
		record[50] = byte(copy(record[51:114], base))
		binary.BigEndian.PutUint16(record[130:], 1) // levels up from the alias
		binary.BigEndian.PutUint16(record[132:], 1) // and down to the file
		for _, tag := range []struct {
			id   uint16
			text string
		}{{2, "volume:" + base}, {18, path}} {
			record = binary.BigEndian.AppendUint16(record, tag.id)
			record = binary.BigEndian.AppendUint16(record, uint16(len(tag.text)))
			record = append(record, tag.text...)
			if len(tag.text)%2 != 0 {
				record = append(record, 0)
			}
		}
		entry = append(append([]byte{0, 0, 0, 0}, record...), 0xff, 0xff, 0, 0)
	}
	entry = box(kind, entry)
	replaced := 0
	data = rewrite(data, map[string]bool{"moov": true, "trak": true, "mdia": true, "minf": true, "dinf": true}, "dref", func([]byte) []byte {
		replaced++
		return append([]byte{0, 0, 0, 0, 0, 0, 0, 1}, entry...)
	})
	if replaced == 0 {
		t.Fatal("the bait has no data reference")
	}
	return data
}

func box(kind string, content []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))
	return append(append(b, kind...), content...)
}

// rewrite changes the content of all boxes of one kind, also inside other boxes.
func rewrite(data []byte, inside map[string]bool, kind string, change func([]byte) []byte) (out []byte) {
	for len(data) >= 8 {
		size := int(binary.BigEndian.Uint32(data))
		name, content := string(data[4:8]), data[8:size]
		switch {
		case name == kind:
			content = change(content)
		case inside[name]:
			content = rewrite(content, inside, kind, change)
		}
		out = append(out, box(name, content)...)
		data = data[size:]
	}
	return out
}

// TestPlaylistsLeadNowhere opens files disguised as videos under strace: no file except the named
// one, or the pictures of a pattern, is opened, no socket is made, and a server receives nothing.
func TestPlaylistsLeadNowhere(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil && os.Getenv("FFKVADRAT_CI") == "" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	var connections atomic.Int64
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	dir := t.TempDir()
	bait := filepath.Join(dir, "bait.mov")
	// The index is after the data, so a longer index moves nothing.
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-c:v", "mpeg4", bait)
	ffmpeg(t, "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "3", filepath.Join(dir, "frame%03d.png"))
	names := disguises(t, dir, bait, server.URL+"/bait.mp4")

	log := filepath.Join(t.TempDir(), "trace")
	cmd := child(t, "open", names...)
	cmd.Path = strace
	cmd.Args = append([]string{"strace", "-f", "-o", log, "-s", "4096", "-e", "trace=%file,socket,connect,sendto,bind"}, append([]string{os.Args[0]}, cmd.Args[1:]...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// FFmpeg ignores references by URL and takes the data from the file itself. A pattern is all
	// pictures whose names it fits.
	pattern := filepath.Join(dir, "frame%03d.png")
	if want := filepath.Join(dir, "reference-url.mov") + "\n" + pattern + "\n"; string(out) != want {
		t.Errorf("these open: %s", out)
	}
	if n := connections.Load(); n != 0 {
		t.Errorf("the server has seen %d connections", n)
	}
	may := append(slices.Clip(names), dir+"/")
	for i := range 3 {
		may = append(may, fmt.Sprintf(pattern, i+1))
	}
	opened := checkTrace(t, log, may)
	for _, name := range names {
		if opened[name] == 0 {
			t.Errorf("%s was not opened at all", name)
		}
	}
}

// allocator is the file that glibc's allocator reads when it returns a thread's memory.
const allocator = "/proc/sys/vm/overcommit_memory"

// beginning and ending are names of missing files, which the child looks up before and after its
// work to mark the trace.
const beginning, ending = "/trust/beginning", "/trust/ending"

// checkTrace counts how often files were opened, and fails for calls that do not belong to the
// names.
func checkTrace(t *testing.T, log string, names []string) map[string]int {
	t.Helper()
	f, err := os.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	call := regexp.MustCompile(`^\d+ +(\w+)\((?:AT_FDCWD, )?"((?:[^"\\]|\\.)*)"`)
	length := regexp.MustCompile(`^\d+ +newfstatat\(\d+, "",`) // of an open file
	opened := map[string]int{}
	within := false
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	marks := 0
	for lines.Scan() {
		line := lines.Text()
		if strings.Contains(line, beginning) || strings.Contains(line, ending) {
			within = strings.Contains(line, beginning)
			marks++
			continue
		}
		if !within || strings.Contains(line, "resumed>") || strings.Contains(line, "+++") || strings.Contains(line, "--- SIG") {
			continue
		}
		m := call.FindStringSubmatch(line)
		if m != nil && m[2] == allocator || length.MatchString(line) {
			continue
		}
		if m == nil || !slices.Contains(names, m[2]) {
			t.Errorf("called %s", line)
			continue
		}
		opened[m[2]]++
	}
	if lines.Err() != nil || marks != 2 {
		t.Fatalf("%d marks in the trace, %v", marks, lines.Err())
	}
	return opened
}

// openChild opens each name as video, as sound and as packets, and prints the names that can be
// opened.
func openChild(names []string) error {
	ctx := context.Background()
	os.Stat(beginning)
	defer os.Stat(ending)
	for _, name := range names {
		if v, err := decode.OpenVideo(ctx, name, decode.Options{Stream: decode.Best}); err == nil {
			fmt.Println(name)
			v.Close()
		}
		if s, err := decode.OpenSound(ctx, name, 48000); err == nil {
			fmt.Println(name)
			s.Close()
		}
		if p, err := decode.OpenSoundPackets(ctx, name); err == nil {
			fmt.Println(name)
			p.Close()
		}
	}
	return nil
}
