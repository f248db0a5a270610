package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// compile compiles C into a file.
func compile(t *testing.T, a *architecture, out, source string, args ...string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(a.cross+"gcc", append([]string{"-x", "c", "-", "-x", "none", "-o", out}, args...)...)
	cmd.Stdin = strings.NewReader(source)
	if log, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
}

// TestStubs: a function of a late library gets all its arguments, the first time and later. Without the
// library, and without one function, callers get the value that says so.
func TestStubs(t *testing.T) {
	t.Chdir("../..")
	for i := range architectures {
		a := &architectures[i]
		if _, err := exec.LookPath(a.cross + "gcc"); err != nil && a.cross != "" {
			t.Logf("no compiler for %s here", a.name) // scripts/arm64 runs this where there is one
			continue
		}
		t.Run(a.name, func(t *testing.T) { testStubs(t, a) })
	}
}

func testStubs(t *testing.T, a *architecture) {
	folder := t.TempDir()
	library := lateLibrary{soname: "libstubbed.so.1", missing: "-19", values: map[string]string{"text": `"no library"`}}
	if err := library.write(a, folder, []string{"nowhere", "sum", "text"}); err != nil {
		t.Fatal(err)
	}
	compile(t, a, filepath.Join(folder, "there/libstubbed.so.1"), `
		#include <stdarg.h>
		double sum(int n, long b, long c, long d, long e, long f, long g, ...)
		{
			double all = n + 2*b + 4*c + 8*d + 16*e + 32*f + 64*g;
			va_list more;
			va_start(more, g);
			for (int i = 0; i < n; i++)
				all += va_arg(more, double);
			return all;
		}
		const char *text(void) { return "library"; }
	`, "-shared", "-fPIC")
	program := filepath.Join(folder, "program")
	compile(t, a, program, `
		#include <stdio.h>
		double sum(int n, long b, long c, long d, long e, long f, long g, ...);
		int nowhere(void);
		const char *text(void);
		int main(int n, char **arg)
		{
			for (int i = 0; n > 1 && i < 2; i++)
				printf("%g ", sum(9, 1, 1, 1, 1, 1, 1, 100., 200., 300., 400., 500., 600., 700., 800., 900.));
			printf("%d %s", nowhere(), text());
		}
	`, "-L"+folder, "-lstubbed")
	run := append(strings.Fields(a.emulator), program)
	for _, c := range []struct{ folder, arg, want string }{
		{"there", "sum", "4635 4635 -19 library"},
		{"", "", "-19 no library"},
	} {
		out, err := command("", []string{"LD_LIBRARY_PATH=" + filepath.Join(folder, c.folder)}, "env", append(run, strings.Fields(c.arg)...)...).Output()
		if string(out) != c.want || err != nil {
			t.Errorf("%q: %q, %v; want %q", c.folder, out, err, c.want)
		}
	}
}

// TestCheck breaks each rule of an archive.
func TestCheck(t *testing.T) {
	here, elsewhere := find(runtime.GOARCH), t.TempDir()
	compile(t, here, filepath.Join(elsewhere, "libX11.so.6"), "int x;", "-shared", "-Wl,-soname,libX11.so.6")
	origin := []string{"-Wl,-rpath,$ORIGIN/lib", "-Wl,--disable-new-dtags", "-Wl,--no-as-needed"}
	for _, c := range []struct {
		fault   string // empty: none
		library []string
		program []string
	}{
		{"", nil, origin},
		{"ffkvadrat: needs libX11.so.6, which not every system has", nil, append(origin, filepath.Join(elsewhere, "libX11.so.6"))},
		{`ffkvadrat: RPATH [] and RUNPATH ["$ORIGIN/lib"], want "$ORIGIN/lib" and none`, nil, []string{"-Wl,-rpath,$ORIGIN/lib", "-Wl,--enable-new-dtags", "-Wl,--no-as-needed"}},
		{`lib/libours.so.1: RPATH ["/elsewhere"] and RUNPATH [], want "" and none`, []string{"-Wl,-rpath,/elsewhere", "-Wl,--disable-new-dtags"}, origin},
		{"lib/libours.so.1: nothing needs it", nil, origin},
	} {
		folder := t.TempDir()
		library := filepath.Join(folder, "lib/libours.so.1")
		compile(t, here, library, "int ours;", append([]string{"-shared", "-Wl,-soname,libours.so.1"}, c.library...)...)
		program := append([]string{}, c.program...)
		if !strings.Contains(c.fault, "nothing needs it") {
			program = append(program, library)
		}
		compile(t, here, filepath.Join(folder, "ffkvadrat"), "int main(void) { return 0; }", program...)
		got := ""
		if err := here.check(folder); err != nil {
			got = err.Error()
		}
		if got != c.fault {
			t.Errorf("%q, want %q", got, c.fault)
		}
	}
}

// TestLater compares versions as numbers.
func TestLater(t *testing.T) {
	for _, c := range []struct {
		version, limit string
		want           bool
	}{
		{"2.36", "2.36", false}, {"2.37", "2.36", true}, {"2.4", "2.36", false}, {"2.2.5", "2.36", false},
		{"3.4.31", "3.4.30", true}, {"PRIVATE", "2.36", false},
	} {
		if got := later(c.version, c.limit); got != c.want {
			t.Errorf("%s after %s: %t", c.version, c.limit, got)
		}
	}
}
