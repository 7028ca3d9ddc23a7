// The dark mode switch, and a language link that keeps the rest of the URL.
(() => {
  const root = document.documentElement;
  const button = document.querySelector(".theme");
  const show = () => button.setAttribute("aria-checked", String(root.dataset.theme === "dark"));
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    show();
    try {
      localStorage.setItem("sandboxTheme", root.dataset.theme);
    } catch {
      // The choice then applies to this page only.
    }
  });
  const language = document.querySelector(".language");
  const address = new URL(location.href);
  address.searchParams.set("locale", language.hreflang);
  language.href = address.href;
})();
