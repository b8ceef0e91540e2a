// The player's own choice of colours stands on the document before anything is painted.
try {
  const theme = JSON.parse(localStorage.getItem("flychess.theme") ?? '"system"');
  if (theme !== "system") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept, or nonsense: the system's colours.
}

// What a page can do for itself when its program cannot be had: it was kept from before an update, whose files are
// called otherwise. Once in a while it is loaded anew; else it says so, and can be read all the same.
addEventListener("unhandledrejection", async () => {
  const root = document.documentElement;
  if (root.dataset.hydrated) return;
  root.dataset.unalive = "true";
  try {
    const key = "flychess.reloaded";
    if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return;
    // A server that does not answer would leave nothing to read.
    if (!(await fetch("/healthz", { cache: "no-store" })).ok) return;
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  } catch {
    // The line on the page says what to do.
  }
});
