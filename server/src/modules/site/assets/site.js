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
for (const menu of document.querySelectorAll("details.menu")) {
  menu.addEventListener("click", ({ target }) => {
    if (target.closest("a")) menu.open = false;
  });
}
