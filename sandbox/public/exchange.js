const format = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "'");
const slider = document.querySelector('input[type="range"]');
const output = document.querySelector("output");
const body = document.querySelector("tbody");
const away = document.querySelector("[data-away]");

const cell = (text, right) => {
  const element = document.createElement("td");
  element.textContent = text;
  if (right) element.className = "right";
  return element;
};

async function show() {
  try {
    const state = await (await fetch("/exchange/state")).json();
    for (const element of document.querySelectorAll("[data-counter]")) {
      element.textContent = format(state[element.dataset.counter]);
    }
    away.hidden = state.connected || state.requests === 0;
    body.replaceChildren(
      ...state.last.slice(0, 20).map((each) => {
        const row = document.createElement("tr");
        const price = each.price === null ? "–" : each.price.toFixed(2);
        row.append(
          cell(each.at.slice(11, 19)),
          cell(each.site),
          cell(each.city),
          cell(each.size),
          cell(each.outcome),
          cell(price, true),
        );
        return row;
      }),
    );
  } catch {
    away.hidden = false;
  }
}

slider.addEventListener("input", () => {
  output.textContent = slider.value;
});
slider.addEventListener("change", () =>
  fetch("/exchange/speed", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ requestsPerSecond: Number(slider.value) }),
  }),
);
show();
setInterval(show, 1000);
