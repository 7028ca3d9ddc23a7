// Sends the public forms without leaving the page. Without this script they are ordinary forms.
const language = document.documentElement.lang;

function show(form, errors, note, bad) {
  for (const place of form.querySelectorAll("[data-error]")) {
    const text = errors[place.dataset.error]?.[0] ?? "";
    place.textContent = text;
    const input = form.elements[place.dataset.error];
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  const place = form.querySelector("[data-note]");
  place.classList.toggle("bad", bad);
  place.textContent = note;
  form.querySelector("[aria-invalid=true]")?.focus();
}

async function submit(form) {
  const headers = { "content-type": "application/json", "accept-language": language };
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  const response = await fetch(form.dataset.api, { method: "POST", headers, body, credentials: "same-origin" });
  const answer = await response.json();
  if (response.ok) {
    form.reset();
    return show(form, {}, answer.message, false);
  }
  const errors = answer.errors ?? {};
  const isMarked = [...form.querySelectorAll("[data-error]")].some(({ dataset }) => errors[dataset.error]);
  show(form, errors, isMarked ? (form.dataset.failed ?? "") : answer.message, true);
}

for (const form of document.querySelectorAll("form[data-api]")) {
  let busy = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    submit(form)
      // Without a network the browser explains the problem better than a script can.
      .catch(() => form.submit())
      .finally(() => {
        busy = false;
      });
  });
}

// A menu entry leads to a part of this page: close the menu that covers it.
for (const menu of document.querySelectorAll("details.menu, details.langs")) {
  menu.addEventListener("click", ({ target }) => {
    if (target.closest("a")) menu.open = false;
  });
}

// The visitor's own banners: drawn when they come into view, and again while typing.
const draft = document.querySelector("form[data-draft]");
const frames = [...document.querySelectorAll(".formats iframe")];
const take = document.querySelector("[data-take]");

function draw() {
  const { name, text, color } = Object.fromEntries(new FormData(draft));
  const query = new URLSearchParams({ name, text, color, lang: language });
  for (const frame of frames) {
    const [path] = (frame.getAttribute("src") ?? frame.dataset.src).split("?");
    const next = `${path}?${query}`;
    // A lazy frame outside the window would keep the earlier banner.
    frame.loading = "eager";
    if (frame.getAttribute("src") !== next) frame.src = next;
  }
  take.href = `/register?${query}`;
}

if (draft) {
  let timer;
  draft.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, 500);
  });
  draft.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    draw();
  });
  take.addEventListener("click", () => {
    try {
      localStorage.setItem("draft", JSON.stringify(Object.fromEntries(new URLSearchParams(new URL(take.href).search))));
    } catch {
      // Storage can be switched off; the address carries the draft too.
    }
  });
  const arrival = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    arrival.disconnect();
    draw();
  });
  arrival.observe(document.querySelector(".formats"));
}

// The forecast: the page for a visitor without scripts contains the result, so its part is taken from there.
const forecast = document.querySelector("form[data-forecast]");
forecast?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [path] = forecast.getAttribute("action").split("#");
  const query = new URLSearchParams(new FormData(forecast));
  const error = forecast.querySelector(".err");
  const result = document.querySelector("[data-result]");
  try {
    const response = await fetch(`${path}?${query}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!response.ok) throw new Error(page.querySelector(".lead")?.textContent);
    error.textContent = page.querySelector("form[data-forecast] .err").textContent;
    result.replaceChildren(...page.querySelector("[data-result]").childNodes);
  } catch {
    error.textContent = forecast.dataset.failed;
  }
});
