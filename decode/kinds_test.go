package decode

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/tests/clips"
)

// kind is an encoding of the same scene: a container and a codec.
type kind struct {
	name  string // of the file
	args  string // of the ffmpeg command
	sound string // codec of its sound, if any
}

const (
	hevcFast = "-c:v libx265 -preset ultrafast -x265-params log-level=error"
	vp9Fast  = "-c:v libvpx-vp9 -deadline realtime -cpu-used 8"
	vp8Fast  = "-c:v libvpx -deadline realtime -cpu-used 8"
	pal      = "-vf scale=720:576 -pix_fmt yuv420p -aspect 4:3 "
)

// kinds are all containers of [containers] that the ffmpeg command writes.
var kinds = []kind{
	{"h264.mp4", "-c:v libx264", "aac"},
	{"frag.mp4", "-c:v libx264 -g 25 -movflags +frag_keyframe+empty_moov", "aac"},
	{"mpeg4.mp4", "-c:v mpeg4 -bf 2", "aac"},
	{"hevc.mp4", hevcFast, "aac"},
	{"vp9.mp4", vp9Fast, "aac"},
	{"av1.mp4", "-c:v libsvtav1 -preset 12", "aac"},
	{"h264.mov", "-c:v libx264", "pcm_s16le"},
	{"prores.mov", "-c:v prores_ks", "pcm_s16le"},
	{"cinepak.mov", "-frames:v 25 -c:v cinepak", ""},
	{"png.mov", "-c:v png", ""},
	{"qtrle.mov", "-c:v qtrle", ""},
	{"jpeg2000.mov", "-frames:v 25 -c:v jpeg2000", ""},
	{"h264.mkv", "-c:v libx264", "aac"},
	{"hevc.mkv", hevcFast, "flac"},
	{"ffv1.mkv", "-c:v ffv1 -level 3", "flac"},
	{"mjpeg.mkv", "-c:v mjpeg", "pcm_s16le"},
	{"mpeg2.mkv", "-c:v mpeg2video", "ac3"},
	{"theora.mkv", "-c:v libtheora", "libvorbis"},
	{"raw.mkv", "-c:v rawvideo", "pcm_s16le"},
	{"tiff.mkv", "-c:v tiff -frames:v 25", ""},
	{"vp8.webm", vp8Fast, "libvorbis"},
	{"vp9.webm", vp9Fast, "libopus"},
	{"av1.webm", "-c:v libsvtav1 -preset 12", "libopus"},
	{"mpeg4.avi", "-c:v mpeg4 -bf 2", "mp2"},
	{"msmpeg4.avi", "-c:v msmpeg4", "mp2"},
	{"h264.avi", "-c:v libx264", "mp2"},
	{"mpeg2.avi", "-c:v mpeg2video -flags +ildct+ilme", "mp2"},
	{"mjpeg.avi", "-c:v mjpeg", "pcm_s16le"},
	{"huffyuv.avi", "-c:v huffyuv", "pcm_s16le"},
	{"utvideo.avi", "-c:v utvideo", ""},
	{"raw.avi", "-c:v rawvideo", "pcm_s16le"},
	{"dv.avi", pal + "-frames:v 12 -c:v dvvideo", ""},
	{"amv.amv", "-vf scale=160:120 -c:v amv -strict -2", "adpcm_ima_amv -ac 1 -ar 22050 -block_size 882"},
	{"h264.ts", "-c:v libx264", "aac"},
	{"hevc.ts", hevcFast, "aac"},
	{"mpeg2.ts", "-c:v mpeg2video -bf 2", "mp2"},
	{"mpeg1.mpg", "-c:v mpeg1video -bf 2 -f mpeg", "mp2"},
	{"mpeg2.mpg", "-c:v mpeg2video -bf 2 -f mpeg", "mp2"},
	{"mpeg2.vob", "-c:v mpeg2video -bf 2 -f vob", "mp2"},
	{"h264.flv", "-c:v libx264", "aac"},
	{"flv1.flv", "-c:v flv", "libmp3lame -ar 44100"},
	{"wmv1.asf", "-c:v wmv1", "wmav2"},
	{"wmv2.wmv", "-c:v wmv2", "wmav2"},
	{"mpeg4.asf", "-c:v mpeg4", "wmav2"},
	{"theora.ogv", "-c:v libtheora", "libvorbis"},
	{"vp8.ogv", vp8Fast, "libvorbis"},
	{"mpeg4.nut", "-c:v mpeg4 -bf 2", "mp2"},
	{"h264.nut", "-c:v libx264", "aac"},
	{"raw.nut", "-c:v rawvideo", "pcm_s16le"},
	{"vp8.ivf", vp8Fast, ""},
	{"vp9.ivf", vp9Fast, ""},
	{"av1.ivf", "-c:v libsvtav1 -preset 12", ""},
	{"av1.obu", "-c:v libsvtav1 -preset 12", ""},
	{"mpeg2.mxf", "-c:v mpeg2video -bf 2", "pcm_s16le"},
	{"h264.mxf", "-c:v libx264", "pcm_s16le"},
	{"dnxhd.mxf", "-frames:v 12 -vf scale=1280:720 -pix_fmt yuv422p -c:v dnxhd -b:v 60M", "pcm_s16le"},
	{"gxf.gxf", pal + "-frames:v 12 -c:v mpeg2video -g 1", "pcm_s16le"},
	{"rv10.rm", "-c:v rv10", "ac3"},
	{"rv20.rm", "-c:v rv20", "ac3"},
	{"dv.dv", pal + "-frames:v 12 -c:v dvvideo", "pcm_s16le -ac 2"},
	{"flv1.swf", "-c:v flv", "libmp3lame -ar 44100"},
	{"mpeg2.wtv", "-c:v mpeg2video", "mp2"},
	{"roq.roq", "-vf scale=256:128 -r 30 -frames:v 30 -c:v roqvideo", "roq_dpcm -ar 22050 -ac 1"},
	{"raw.y4m", "-pix_fmt yuv420p -f yuv4mpegpipe", ""},
	{"a.gif", "", ""},
	{"a.apng", "-f apng", ""},
	{"a.264", "-c:v libx264", ""},
	{"a.hevc", hevcFast, ""},
	{"a.m1v", "-c:v mpeg1video -bf 2 -f mpeg1video", ""},
	{"a.m2v", "-c:v mpeg2video -bf 2 -f mpeg2video", ""},
	{"a.m4v", "-c:v mpeg4 -f m4v", ""},
	{"a.mjpeg", "-c:v mjpeg -f mjpeg", ""},
	{"a.h261", "-vf scale=176:144 -r 30000/1001 -c:v h261 -f h261", ""},
	{"a.h263", "-vf scale=176:144 -r 30000/1001 -c:v h263 -f h263", ""},
	{"a.vc2", "-c:v vc2 -pix_fmt yuv422p -f dirac", ""},
	{"a.dnxhd", "-frames:v 12 -vf scale=1280:720 -pix_fmt yuv422p -c:v dnxhd -b:v 60M -f dnxhd", ""},
}

// writtenKinds holds the files of all kinds. One ffmpeg process writes most of them. Kinds whose sound
// outlasts the video need one process each, because the amount of sound depends on the other outputs.
var writtenKinds = map[kind][]byte{}
var writeKinds sync.Once

const (
	sceneSource = "-f lavfi -i testsrc2=size=176x144:rate=25:duration=2"
	soundSource = " -f lavfi -i sine=frequency=440:duration=2:sample_rate=48000"
)

// make writes 2 seconds of the scene and returns the file's name. The file belongs to the test.
func (k kind) make(t *testing.T) string {
	t.Helper()
	writeKinds.Do(func() { encodeKinds(t) })
	if data, known := writtenKinds[k]; known {
		return writeFile(t, k.name, data)
	}
	return k.encode(t)
}

func encodeKinds(t *testing.T) {
	t.Helper()
	var together []kind
	var outputs []clips.Output
	for _, k := range kinds {
		args := "-map 0 " + k.args
		switch {
		case k.sound != "" && strings.Contains(k.args, "-frames:v"):
			writtenKinds[k] = readFile(t, k.encode(t))
			continue
		case k.sound != "":
			args += " -map 1 -shortest -c:a " + k.sound
		}
		together = append(together, k)
		outputs = append(outputs, clips.Output{Name: k.name, Args: strings.Fields(args + " -threads 1")})
	}
	for i, path := range clips.Each(t, strings.Fields(sceneSource+soundSource), outputs...) {
		writtenKinds[together[i]] = readFile(t, path)
	}
}

func (k kind) encode(t *testing.T) string {
	t.Helper()
	args := sceneSource + " " + k.args
	if k.sound != "" {
		args = sceneSource + soundSource + " " + k.args + " -shortest -c:a " + k.sound
	}
	return clips.Make(t, k.name, strings.Fields(args+" -threads 1")...)
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// ruined copies a file with a part of it zeroed, randomised or removed.
func ruined(t *testing.T, path string, how func(data []byte, from, to int) []byte, from, size float64) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := int(size * float64(len(data)))
	at := int(from * float64(len(data)-n))
	return writeFile(t, filepath.Base(path), how(data, at, at+n))
}
