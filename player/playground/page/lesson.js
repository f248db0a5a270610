// The lesson: how the quads of a small square are found, step by step. All numbers and words come from
// the module.
"use strict";

const lesson = (() => {
	const dialog = $("lesson");
	let of = null, step = 0, side = 8;

	const make = (tag, props = {}, ...children) => {
		const e = Object.assign(document.createElement(tag), props);
		e.append(...children);
		return e;
	};

	// open explains the square around a pixel, or an interesting one with x < 0, and the way to one of its quads.
	async function open(x = -1, y = 0, key = -1) {
		if (!playground.state.picture) return;
		video.pause();
		try {
			of = (await playground.ask({do: "lesson", x, y, side, key})).lesson;
		} catch (e) {
			dialog.close();
			return playground.say(e.message);
		}
		step = key < 0 ? Math.min(step, of.Steps.length - 1) : of.Steps.findIndex(s => s.At);
		show();
		if (!dialog.open) dialog.showModal();
	}

	// board returns the cells of a level, or the pixels for −1.
	function board(level, s, name) {
		const n = level < 0 ? of.Side : of.Side >> level;
		const grid = make("div", {className: "cells" + (n > 8 ? " many" : "")});
		grid.style.setProperty("--n", n);
		const most = Math.max(1, ...of.Levels[of.Levels.length - 1]);
		for (let i = 0; i < n * n; i++) {
			const cell = make("span");
			if (level < 0) {
				const p = of.Pixels[i];
				cell.textContent = p.Inside && n <= 8 ? p.D.replace(/^0\./, ".") : "";
				cell.title = p.Formula;
				cell.style.background = p.Colour;
				const [r, g, b] = [1, 3, 5].map(at => parseInt(p.Colour.slice(at, at + 2), 16));
				cell.style.color = 2 * r + 5 * g + b > 1000 ? "#000" : "#fff";
				if (!p.Inside) cell.className = "outside";
			} else {
				const value = of.Levels[level][i];
				cell.textContent = n > 16 ? "" : String(value).replace("-", "−");
				cell.className = value < 0 ? "leaf" : value === 0 ? "none" : "count";
				if (value > 0) cell.style.setProperty("--part", .4 + .6 * value / most);
			}
			if (s.At && level === s.Right && i === s.At[1] * n + s.At[0]) cell.classList.add("at");
			grid.append(cell);
		}
		if (s.List && level < 0) for (const [key, [x, y, size]] of of.Quads.entries()) {
			const box = make("button", {type: "button", title: `Entry ${key}: column ${x}, row ${y}, size ${size}`, onclick: () => open(of.X, of.Y, key)});
			box.setAttribute("aria-label", box.title);
			Object.assign(box.style, {left: `${100 * x / n}%`, top: `${100 * y / n}%`, width: `${100 * size / n}%`, height: `${100 * size / n}%`});
			grid.append(box);
		}
		return make("figure", {}, grid, make("figcaption", {textContent: name}));
	}

	function show() {
		const s = of.Steps[step], called = level => level < 0 ? "pixels" : `level ${level}`;
		const boards = make("div", {className: "boards"}, board(s.Left, s, called(s.Left)));
		if (s.Right !== s.Left) boards.append(board(s.Right, s, called(s.Right)));
		const legend = make("p", {className: "legend"});
		(s.Legend || []).forEach((text, i) => legend.append(make("span", {}, make("i", {className: ["leaf", "none", "count"][i]}), text)));
		if (s.Right < 0) legend.replaceChildren();
		const button = (text, title, does, disabled) => make("button", {type: "button", textContent: text, title, onclick: does, disabled: !!disabled});
		const sides = make("select", {title: "Side of the square in pixels", onchange: e => { side = +e.target.value; open(of.X, of.Y); }}, ...[4, 8, 16, 32].map(n => new Option(`${n} × ${n}`, n, false, n === side)));
		sides.setAttribute("aria-label", "Side of the square");
		const focused = document.activeElement && dialog.contains(document.activeElement) ? document.activeElement.title : "";
		dialog.replaceChildren(
			make("h2", {id: "lessonTitle", textContent: s.Title}),
			boards, legend,
			make("p", {className: "text", textContent: s.Text}),
			make("div", {className: "turn"},
				button("Back", "The step before (←)", () => turn(-1), step === 0),
				button("Next", "The next step (→)", () => turn(1), step === of.Steps.length - 1),
				make("span", {textContent: `${step + 1} of ${of.Steps.length}`}),
				sides,
				button("Interesting", "Another square, with many sizes (i)", () => open()),
				button("Close", "Back to the picture (Esc)", () => dialog.close())));
		const again = [...dialog.querySelectorAll("button, select")].find(e => e.title === focused && focused && !e.disabled);
		(again || dialog.querySelector(".turn button:not(:disabled)")).focus();
	}

	function turn(by) {
		step = Math.min(Math.max(step + by, 0), of.Steps.length - 1);
		show();
	}

	dialog.addEventListener("keydown", e => {
		if (e.target.tagName === "SELECT" || e.ctrlKey || e.metaKey || e.altKey) return;
		const move = (dx, dy) => open(Math.max(of.X + dx * of.Side, 0), Math.max(of.Y + dy * of.Side, 0));
		const keys = {
			ArrowRight: () => e.shiftKey ? move(1, 0) : turn(1), ArrowLeft: () => e.shiftKey ? move(-1, 0) : turn(-1),
			ArrowDown: () => move(0, 1), ArrowUp: () => move(0, -1), Home: () => turn(-of.Steps.length), End: () => turn(of.Steps.length), i: () => open(),
		};
		if (!keys[e.key]) return;
		e.preventDefault();
		keys[e.key]();
	});

	// A click on the picture explains the square there.
	$("explain").onclick = () => { step = 0; open(); };
	$("canvas").onclick = e => {
		const a = playground.state.answer;
		if (!playground.state.picture || !a) return;
		const box = $("canvas").getBoundingClientRect(), [width, height] = a.shown, scale = Math.min(box.width / width, box.height / height);
		const across = (e.clientX - box.left - (box.width - scale * width) / 2) / (scale * width), down = (e.clientY - box.top - (box.height - scale * height) / 2) / (scale * height);
		const x = Math.floor(across * a.width), y = Math.floor(down * a.height);
		if (x >= 0 && y >= 0 && x < a.width && y < a.height) { step = 0; open(x, y); }
	};

	return {open, turn};
})();
