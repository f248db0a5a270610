package imgui_test

import (
	"fmt"
	"strings"
	"testing"

	"ffkvadrat/imgui"
)

// frame builds a frame with one window.
func frame(build func()) {
	imgui.NewFrame()
	imgui.SetNextWindowPos(imgui.Vec2{})
	imgui.SetNextWindowSize(imgui.NewVec2(600, 400))
	imgui.Begin("window", imgui.WindowFlagsNoDecoration)
	build()
	imgui.End()
	imgui.Render()
}

func newContext(t *testing.T) {
	context := imgui.CreateContext()
	t.Cleanup(func() { imgui.DestroyContext(context) })
	io := imgui.CurrentIO()
	io.IniFilename = nil
	io.BackendFlags = imgui.BackendFlagsRendererHasTextures
	io.DisplaySize = imgui.NewVec2(640, 480)
	io.DeltaTime = 1. / 60
}

// A text field has room for at least 4096 more bytes while it is edited.
func TestInputText(t *testing.T) {
	newContext(t)
	io := imgui.CurrentIO()
	text := "über"
	var place imgui.Vec2
	field := func() {
		imgui.InputText("##field", "hint", &text, 0)
		place = imgui.ItemRectMax()
	}
	frame(field)
	io.AddMousePosEvent(place.X-5, place.Y-5)
	frame(field)
	for _, down := range []bool{true, false} {
		io.AddMouseButtonEvent(0, down)
		frame(field)
	}
	if !io.WantTextInput {
		t.Fatal("the field was not clicked")
	}
	want := text
	for i := range 3 {
		part := strings.Repeat(fmt.Sprint(i), 2000)
		for _, c := range part {
			io.AddInputCharacter(uint32(c))
		}
		frame(field)
		want += part
		if !strings.HasPrefix(want, text) || len(text) < min(len(want), len("über")+4096) {
			t.Errorf("typed %d times: %d bytes of %d, or others", i+1, len(text), len(want))
		}
	}
	if text == want { // room for the text at the click and 4,096 bytes more
		t.Error("the room that there was at the click did not run out")
	}
}

// The size of a text does not depend on what its memory contained before.
func TestTextEnds(t *testing.T) {
	newContext(t)
	frame(func() {
		short := imgui.CalcTextSize("ab")
		imgui.CalcTextSize("a much longer text")
		if again := imgui.CalcTextSize("ab"); again != short || short.X <= 0 {
			t.Errorf("size %v, then %v", short, again)
		}
		if empty := imgui.CalcTextSize(""); empty.X != 0 {
			t.Errorf("no text is %v wide", empty.X)
		}
	})
}

// Calls in a wrong order panic with a message that names the mistake.
func TestAssertion(t *testing.T) {
	newContext(t)
	defer func() {
		if message := fmt.Sprint(recover()); !strings.Contains(message, "imgui.cpp") {
			t.Errorf("panic %q", message)
		}
	}()
	frame(imgui.NewFrame)
	t.Error("no panic")
}

// Frequent calls do not allocate on the heap.
func TestVectorsAllocateNothing(t *testing.T) {
	newContext(t)
	var sum float32
	frame(func() {
		for name, ask := range map[string]func() imgui.Vec2{
			"WindowPos": imgui.WindowPos, "WindowSize": imgui.WindowSize,
			"CursorScreenPos": imgui.CursorScreenPos, "ContentRegionAvail": imgui.ContentRegionAvail,
			"ItemRectMin": imgui.ItemRectMin, "ItemRectMax": imgui.ItemRectMax,
			"CalcTextSize": func() imgui.Vec2 { return imgui.CalcTextSize("text") },
		} {
			if n := testing.AllocsPerRun(10, func() { sum += ask().X }); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	})
}
