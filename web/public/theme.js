// Runs before the first paint, so that a dark screen never flashes white. The server puts it into its pages, whose policy allows it by its hash.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem("darkMode");
  } catch {
    // Storage can be switched off; the system's scheme decides then.
  }
  const dark = stored === null ? matchMedia("(prefers-color-scheme: dark)").matches : stored === "1";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
