// Runs before the first paint, so that dark pages never flash white.
(() => {
  let stored = new URLSearchParams(location.search).get("theme");
  try {
    stored ??= localStorage.getItem("sandboxTheme");
  } catch {
    // Storage can be switched off; the system's scheme decides then.
  }
  const dark = stored === null ? matchMedia("(prefers-color-scheme: dark)").matches : stored === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
