package gpu

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// memory is a Cache in memory.
type memory map[[sha256.Size]byte][]byte

func (m memory) Load(key [sha256.Size]byte) []byte       { return m[key] }
func (m memory) Save(key [sha256.Size]byte, data []byte) { m[key] = data }

// cached opens a debug device with a cache for the calling test.
func cached(t testing.TB, c Cache) *Headless {
	t.Helper()
	h, err := OpenHeadless(true)
	if err != nil {
		if os.Getenv("FFKVADRAT_CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(h.Release)
	if h.UseCache(c); h.cache == nil {
		t.Skip("the driver gives no programs away")
	}
	return h
}

// loaded returns the number of a device's programs that the driver has not compiled.
func loaded(d *Device) int { return len(d.programs) - len(d.uncached) }

var ages, quads = ComputePass("overlay_ages.comp", "WG_SIZE 8"), GraphicsPass("overlay_quads.vert", "overlay_quads.frag", "QUADS_PER_INSTANCE 1")

// ask requests both passes.
func ask(t testing.TB, h *Headless) {
	t.Helper()
	for _, pass := range []Pass{ages, quads} {
		p, err := h.program(pass)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.uniforms) == 0 {
			t.Errorf("%s has no uniforms", p.name)
		}
	}
	if err := h.Err(); err != nil {
		t.Error(err)
	}
}

func TestCache(t *testing.T) {
	kept := memory{}
	cold := cached(t, kept)
	ask(t, cold)
	if n := loaded(cold.Device); n != 0 {
		t.Errorf("%d programs from an empty cache", n)
	}
	for range 3 {
		cold.CacheProgram()
	}
	if len(kept) != 2 {
		t.Fatalf("%d programs are kept", len(kept))
	}
	warm := cached(t, kept)
	warm.Prepare(ages)
	ask(t, warm)
	if n := loaded(warm.Device); n != 2 {
		t.Errorf("%d programs from the cache", n)
	}
	warm.Release()
	clear(kept)
	again := cached(t, kept)
	ask(t, again)
	again.Release() // stores the compiled programs
	if n := len(kept); n != 2 {
		t.Errorf("released, and %d programs are kept", n)
	}
}

// TestCacheRefused: a binary that the driver rejects, or that has other uniforms, is compiled again and
// replaced, without an error.
func TestCacheRefused(t *testing.T) {
	kept := memory{}
	cold := cached(t, kept)
	ask(t, cold)
	cold.Release()
	for name, damage := range map[string]func(data []byte) []byte{
		"nothing":     func([]byte) []byte { return nil },
		"short":       func([]byte) []byte { return []byte{1, 2, 3} },
		"format":      func(data []byte) []byte { data[1] ^= 255; return data },
		"long offers": func(data []byte) []byte { binary.LittleEndian.PutUint32(data[4:], ^uint32(0)); return data },
		"only offers": func(data []byte) []byte {
			binary.LittleEndian.PutUint32(data[4:], uint32(len(data)-packedHead))
			return data
		},
		"uniform":      func(data []byte) []byte { data[packedHead+1] ^= 1; return data },
		"not a binary": func(data []byte) []byte { return append(data[:packedHead:packedHead], bytes.Repeat([]byte{7}, 999)...) },
	} {
		damaged := memory{}
		for key, data := range kept {
			damaged[key] = damage(bytes.Clone(data))
		}
		h := cached(t, damaged)
		ask(t, h)
		if n := loaded(h.Device); n != 0 {
			t.Errorf("%s: takes %d programs", name, n)
		}
		h.Release()
		for key, data := range kept {
			if !bytes.Equal(damaged[key][:packedHead], data[:packedHead]) {
				t.Errorf("%s: is not replaced", name)
			}
		}
	}
}

// TestCacheMixedUp: another program's binary under the key is detected.
func TestCacheMixedUp(t *testing.T) {
	kept := memory{}
	cold := cached(t, kept)
	ask(t, cold)
	cold.Release()
	var keys [][sha256.Size]byte
	for key := range kept {
		keys = append(keys, key)
	}
	a, b := keys[0], keys[1]
	_, offers, _, _ := unpack(kept[a])
	format, _, driver, _ := unpack(kept[b])
	mixed := binary.LittleEndian.AppendUint32(nil, format)
	mixed = binary.LittleEndian.AppendUint32(mixed, uint32(len(offers)))
	kept[a] = append(append(mixed, offers...), driver...)
	h := cached(t, kept)
	ask(t, h)
	if n := loaded(h.Device); n != 1 {
		t.Errorf("takes %d programs", n)
	}
}

// TestCacheKeys: another driver, other sources and other defines have other keys.
func TestCacheKeys(t *testing.T) {
	h := cached(t, memory{})
	seen := map[[sha256.Size]byte]string{}
	add := func(what string, pass Pass) {
		t.Helper()
		c, err := h.begin(pass)
		if err != nil {
			t.Fatal(err)
		}
		defer c.release()
		key := c.uncached.key
		if seen[key] != "" {
			t.Errorf("%s has the key of %s", what, seen[key])
		}
		seen[key] = what
	}
	add("ages", ages)
	add("quads", quads)
	add("other defines", ComputePass("overlay_ages.comp", "WG_SIZE 16"))
	caps, formats := h.Caps, h.formats
	for name, change := range map[string]func(){
		"vendor": func() { h.Caps.Vendor += "x" }, "renderer": func() { h.Caps.Renderer += "x" },
		"version": func() { h.Caps.Version += "x" }, "formats": func() { h.formats = append(h.formats[:len(h.formats):len(h.formats)], 1) },
		"moved text": func() { h.Caps.Vendor += h.Caps.Renderer[:1]; h.Caps.Renderer = h.Caps.Renderer[1:] },
	} {
		change()
		add(name, ages)
		h.Caps, h.formats = caps, formats
	}
}

// TestCacheWithoutFormats: a driver without binary formats compiles.
func TestCacheWithoutFormats(t *testing.T) {
	h := cached(t, memory{})
	kept := memory{}
	h.cache = nil
	h.useCache(kept, nil)
	ask(t, h)
	if h.Release(); len(kept) != 0 {
		t.Errorf("%d programs are kept", len(kept))
	}
}

// TestCacheErrors: an error from before a program is loaded is reported, and a lost context stores
// nothing.
func TestCacheErrors(t *testing.T) {
	kept := memory{}
	cold := cached(t, kept)
	ask(t, cold)
	cold.lost = true
	if cold.Release(); len(kept) != 0 {
		t.Errorf("lost, and %d programs are kept", len(kept))
	}
	h := cached(t, kept)
	ask(t, h)
	h.Release()
	plain, err := OpenHeadless(false)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Release()
	for key, data := range kept {
		kept[key] = append(data[:packedHead:packedHead], 1, 2, 3)
	}
	plain.UseCache(kept)
	gl.Enable(^uint32(0))
	if _, err := plain.program(ages); err != nil {
		t.Error(err)
	}
	if err := plain.Err(); err == nil {
		t.Error("an earlier error is lost")
	}
	if err := plain.Err(); err != nil {
		t.Errorf("and another one comes: %v", err)
	}
}

// TestTry: nothing waits inside Try, and programs that were begun are ready later.
func TestTry(t *testing.T) {
	for _, parallel := range []bool{true, false} {
		h := cached(t, memory{})
		h.Caps.Parallel = h.Caps.Parallel && parallel
		try := func(pass Pass) error { return h.Try(func() error { _, err := h.program(pass); return err }) }
		if err := try(ages); !errors.Is(err, ErrPending) {
			t.Errorf("at first: %v", err)
		}
		h.Prepare(quads, quads)
		if n := len(h.compiling); n != 2 {
			t.Errorf("%d programs are being compiled", n)
		}
		tries := 0
		for try(ages) != nil || try(quads) != nil {
			if tries++; tries > 1e7 {
				t.Fatal("is never ready")
			}
		}
		ask(t, h)
		if n := h.Programs(); n != 2 || len(h.compiling) != 0 {
			t.Errorf("%d programs, and %d are being compiled", n, len(h.compiling))
		}
		broken := ComputePass("quadlist_traverse.comp") // WG_SIZE is not defined
		err := try(broken)
		for tries = 0; errors.Is(err, ErrPending) && tries < 1e7; tries++ {
			err = try(broken)
		}
		if err == nil || errors.Is(err, ErrPending) {
			t.Errorf("what does not compile: %v", err)
		}
		h.Prepare(ComputePass("overlay_means.comp")) // and never requested
		if err := try(ComputePass("no such file")); err == nil || errors.Is(err, ErrPending) {
			t.Errorf("no file: %v", err)
		}
		h.Release()
	}
}

// FuzzUnpack reads arbitrary cache contents.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 2, 0, 0, 0, 'a', '\n', 3})
	f.Add([]byte{1, 0, 0, 0, 255, 255, 255, 255, 'a'})
	f.Fuzz(func(t *testing.T, data []byte) {
		format, offers, driver, ok := unpack(data)
		if !ok {
			return
		}
		again := binary.LittleEndian.AppendUint32(nil, format)
		again = binary.LittleEndian.AppendUint32(again, uint32(len(offers)))
		if again = append(append(again, offers...), driver...); !bytes.Equal(again, data) || len(driver) == 0 {
			t.Errorf("%q is taken for %q", data, again)
		}
	})
}

// BenchmarkStart compiles and loads programs in new contexts.
func BenchmarkStart(b *testing.B) {
	var passes []Pass
	for _, define := range []string{"MOSAIC", "BY_MEAN", "BY_AGE", "WG_SIZE 1"} {
		passes = append(passes, GraphicsPass("overlay_quads.vert", "overlay_quads.frag", "QUADS_PER_INSTANCE 256", "AGE_STEPS 11", define))
	}
	for _, way := range []string{"one by one", "together", "cached"} {
		b.Run(fmt.Sprintf("way=%s", way), func(b *testing.B) {
			kept := memory{}
			for b.Loop() {
				b.StopTimer()
				h := cached(b, kept)
				b.StartTimer()
				if way != "one by one" {
					h.Prepare(passes...)
				}
				for _, pass := range passes {
					if _, err := h.program(pass); err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				h.Release()
				if way != "cached" {
					clear(kept)
				}
				b.StartTimer()
			}
		})
	}
}
