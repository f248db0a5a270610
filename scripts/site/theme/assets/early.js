// What has to run before the theme's scripts.

// The colours follow the system until a reader chooses (site.js notes that). The theme alone keeps those of the first visit.
if (!localStorage.getItem("ffkvadrat.palette")) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const scheme = dark ? "slate" : "default";
  const key = new URL("..", document.currentScript.src).pathname + ".__palette";
  localStorage.setItem(key, JSON.stringify({index: Number(dark), color: {scheme, primary: "custom", accent: "custom"}}));
}

// Without a server a page may read no JSON and start no worker. The search then has its index from a script, and runs
// in a frame.
if (location.protocol === "file:") {
  const index = new URL("../search/search_index.js", document.currentScript.src);
  document.write(`<script src="${index}"></` + "script>");

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = `<script>postMessage = (data) => parent.dispatchEvent(new CustomEvent("searched", {detail: data}))</` +
        `script><script src="${new URL(url, location)}"></` + "script>";
      this.frame.onload = () => {
        this.ready = true;
        this.waiting.splice(0).forEach((data) => this.postMessage(data));
      };
      addEventListener("searched", (e) => {
        const event = new MessageEvent("message", {data: e.detail});
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      });
      document.body.append(this.frame);
    }

    postMessage(data) {
      if (!this.ready) this.waiting.push(data);
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", {data}));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
