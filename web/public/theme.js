// Runs before the first paint, so that a dark screen never flashes white. Kept in a file: the page allows no inline code.
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
