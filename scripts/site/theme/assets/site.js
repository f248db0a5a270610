// A click on a picture shows it as large as the window allows; another click, or Escape, puts it away.
for (const picture of document.querySelectorAll(".md-content img")) {
  if (picture.closest("a") || picture.src.endsWith("/logo.svg")) continue;
  picture.tabIndex = 0;
  picture.setAttribute("role", "button");
  picture.classList.add("enlarges");
  const show = () => {
    const dialog = document.createElement("dialog");
    dialog.className = "enlarged";
    dialog.setAttribute("aria-label", picture.alt);
    const large = document.createElement("img");
    large.src = picture.src;
    large.alt = picture.alt;
    dialog.append(large);
    dialog.onclick = () => dialog.close();
    dialog.onclose = () => {
      dialog.remove();
      picture.focus();
    };
    document.body.append(dialog);
    dialog.showModal();
  };
  picture.onclick = show;
  picture.onkeydown = (e) => {
    if (e.key !== "Enter" && e.key !== " ") return;
    e.preventDefault();
    show();
  };
}

// Colours follow the system, also while a page is open, until a reader chooses.
const schemes = document.querySelectorAll("input[name=__palette]");
for (const input of schemes) {
  input.addEventListener("change", (e) => {
    if (e.isTrusted) localStorage.setItem("ffkvadrat.palette", "chosen");
  });
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => {
  if (!localStorage.getItem("ffkvadrat.palette")) schemes[Number(e.matches)].click();
});
