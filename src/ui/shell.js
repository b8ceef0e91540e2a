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

// Keeps what practice and the rules need, so that they are there without a network. A new build waits until the player
// takes it; then all that is kept is of that build, and the page is loaded anew.
if ("serviceWorker" in navigator) {
  addEventListener("load", async () => {
    try {
      const { serviceWorker } = navigator;
      const registration = await serviceWorker.register("/sw.js");
      const offer = () => {
        if (registration.waiting && serviceWorker.controller) document.documentElement.dataset.update = "ready";
      };
      registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
      offer();
      document.querySelector(".update button").addEventListener("click", () => {
        serviceWorker.addEventListener("controllerchange", () => location.reload());
        registration.waiting?.postMessage({ type: "SKIP_WAITING" });
      });
    } catch {
      // A browser that keeps nothing needs the network, as all did once.
    }
  });
}
