package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// prefix is where FFmpeg believes to be installed. It is in FFmpeg's libraries, so it does not depend on the
// folder of the build.
const prefix = "/ffkvadrat"

// target is how FFmpeg's libraries are built for a system.
type target struct {
	name      string
	configure []string // flags of FFmpeg's configure; they name no folder of the machine: FFmpeg's libraries contain them
	env       []string
	key       []byte // what else decides the result
}

// encoders are those that need no other library.
const encoders = "ffv1 ffvhuff huffyuv utvideo prores prores_ks dnxhd mpeg2video mpeg4 mjpeg ljpeg png apng tiff qtrle rawvideo v210 wrapped_avframe"

// written are the flags for what writes videos: what render is for.
var written = []string{
	"--disable-muxers", enable("muxer", "mp4 mov matroska webm nut"),
	"--disable-filters", enable("filter", "abuffer abuffersink aformat aresample atempo buffer buffersink format scale"),
	"--disable-protocols", enable("protocol", "file pipe tcp udp rtp tls"),
}

// configure are the flags for Linux: all that reads videos, and of what writes them, what render is for.
var configure = slices.Concat([]string{
	"--prefix=" + prefix, "--toolchain=hardened", "--disable-autodetect",
	"--enable-shared", "--disable-static", "--disable-programs", "--disable-doc", "--disable-debug", "--disable-postproc",
	"--enable-gpl", "--enable-version3", // for x264, x265; for Mbed TLS
	"--enable-zlib", "--enable-libdav1d", "--enable-libx264", "--enable-libx265", "--enable-libvpx", "--enable-libaom", "--enable-libsvtav1", "--enable-mbedtls",
	"--enable-libdrm", "--enable-vaapi", "--enable-ffnvcodec", "--enable-nvdec",
	"--enable-libxcb", "--enable-libxcb-shm", "--enable-libxcb-xfixes", "--enable-libxcb-shape",
	"--disable-hwaccels", enable("hwaccel", "h264_vaapi hevc_vaapi vp8_vaapi vp9_vaapi h264_nvdec hevc_nvdec vp8_nvdec vp9_nvdec"),
	"--disable-encoders", enable("encoder", "libx264 libx264rgb libx265 libvpx_vp8 libvpx_vp9 libaom_av1 libsvtav1 "+encoders),
}, written, []string{
	"--disable-outdevs", "--disable-indevs", enable("indev", "v4l2 xcbgrab"),
})

func enable(kind, names string) string {
	return "--enable-" + kind + "=" + strings.Join(strings.Fields(names), ",")
}

// sources is where Debian's source packages come from.
const sources = `Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb-src
URIs: http://deb.debian.org/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`

// ffmpeg is a build of FFmpeg's libraries.
type ffmpeg struct {
	folder  string // with include, lib and lib/pkgconfig
	source  string // FFmpeg's source, as Debian builds it
	version string // Debian's version
}

// fetchSource returns the folder of the newest source of a package of Debian 12, and its version.
func fetchSource(folder, name string) (source, version string, err error) {
	lists := filepath.Join(folder, "lists")
	if err := os.MkdirAll(filepath.Join(lists, "partial"), 0o755); err != nil {
		return "", "", err
	}
	list := filepath.Join(folder, "debian.sources")
	if err := os.WriteFile(list, []byte(sources), 0o644); err != nil {
		return "", "", err
	}
	apt := []string{
		"-oDir::Etc::sourcelist=" + list, "-oDir::Etc::sourceparts=/dev/null", "-oDir::State::Lists=" + lists,
		"-oAPT::Sandbox::User=" + os.Getenv("USER"), "-oAcquire::Languages=none",
	}
	if err := quietly(folder, nil, "apt-get", append(apt, "update", "-qq")...); err != nil {
		return "", "", err
	}
	if err := quietly(folder, nil, "apt-get", append(apt, "source", "--download-only", "-qq", name)...); err != nil {
		return "", "", err
	}
	descriptions, err := filepath.Glob(filepath.Join(folder, name+"_*.dsc"))
	if err != nil || len(descriptions) == 0 {
		return "", "", fmt.Errorf("apt-get fetched no source of %s: %w", name, err)
	}
	newest := slices.MaxFunc(descriptions, func(a, b string) int { return strings.Compare(modified(a), modified(b)) })
	version = strings.TrimSuffix(strings.TrimPrefix(filepath.Base(newest), name+"_"), ".dsc")
	source = filepath.Join(folder, name+"-"+version)
	if _, err := os.Stat(source); err == nil {
		return source, version, nil
	}
	if err := quietly(folder, nil, "dpkg-source", "-x", newest, source+".part"); err != nil {
		return "", "", err
	}
	return source, version, os.Rename(source+".part", source)
}

func modified(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return info.ModTime().UTC().Format("20060102150405.000000000")
}

// target is the target of the archive for Linux, with the stubs in place of the late libraries.
func (a *architecture) target(stubs string) (*target, error) {
	stub, err := os.ReadFile("scripts/portable/stubs/stubs.c")
	if err != nil {
		return nil, err
	}
	flags := slices.Concat(configure, []string{"--extra-ldflags=-L../" + a.stubs()}, a.configure)
	return &target{name: "built-" + a.name, configure: flags, env: a.env(stubs), key: fmt.Append(stub, late)}, nil
}

// buildFFmpeg builds FFmpeg in the folder, unless that was done before.
func buildFFmpeg(folder string, of *target) (*ffmpeg, error) {
	source, version, err := fetchSource(folder, "ffmpeg")
	if err != nil {
		return nil, err
	}
	key := sha256.Sum256(fmt.Append(of.key, version, of.configure))
	built := filepath.Join(folder, fmt.Sprintf("%s-%x", of.name, key[:8]))
	f := &ffmpeg{folder: filepath.Join(built, prefix), source: source, version: version}
	if _, err := os.Stat(filepath.Join(built, "done")); err == nil {
		return f, nil
	}
	fmt.Println("Building FFmpeg " + version + ": about 8 minutes on two cores.")
	work := built + ".work"
	for _, old := range []string{work, built} {
		if err := os.RemoveAll(old); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(work, 0o755); err != nil {
		return nil, err
	}
	relative, err := filepath.Rel(work, source)
	if err != nil {
		return nil, err
	}
	env := append([]string{"LC_ALL=C"}, of.env...)
	_, revision, _ := strings.Cut(version, "-")
	if err := quietly(work, env, filepath.Join(relative, "configure"), append(slices.Clip(of.configure), "--extra-version="+revision)...); err != nil {
		return nil, err
	}
	if err := quietly(work, env, "make", fmt.Sprintf("-j%d", runtime.NumCPU())); err != nil {
		return nil, err
	}
	if err := quietly(work, env, "make", "install", "DESTDIR="+built); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(work); err != nil {
		return nil, err
	}
	return f, os.WriteFile(filepath.Join(built, "done"), nil, 0o644)
}
