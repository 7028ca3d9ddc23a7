// Polls the figures once a second; sends the speed after the slider stops.
(() => {
  const root = document.getElementById("exchange");
  const words = JSON.parse(root.dataset.words);
  const slider = document.getElementById("speed");
  const output = root.querySelector("output");
  const pulse = document.getElementById("pulse");
  const figure = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "'");
  const price = (value, currency) => (value === null ? "" : `${currency} ${value.toFixed(2)}`);

  const element = (name, className, ...children) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  };

  const row = (auction) =>
    element(
      "tr",
      "",
      element("td", "", auction.site, element("div", "caption", new Date(auction.at).toLocaleTimeString("de-CH"))),
      element("td", "wide", auction.placement),
      element("td", "", auction.city, element("div", "caption", words.devices[auction.device])),
      element("td", "number", price(auction.ours, auction.currency)),
      element("td", "number wide", price(auction.best, auction.currency)),
      element(
        "td",
        auction.result,
        words.results[auction.result],
        element("div", "caption", price(auction.clearing, auction.currency)),
      ),
    );

  const bar = (name, x, y, width, height) => {
    const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [key, value] of Object.entries({ class: name, x, y, width, height }))
      rect.setAttribute(key, String(value));
    return rect;
  };

  const drawPulse = (seconds) => {
    const most = Math.max(10, ...seconds);
    pulse.replaceChildren(
      ...seconds.flatMap((count, at) => {
        const height = (count / most) * 58;
        return count === 0
          ? []
          : [bar("column", at * 6 + 1, 64 - height, 4, height), bar("cap", at * 6 + 0.5, 64 - height - 2, 5, 2)];
      }),
    );
  };

  const show = (state) => {
    for (const cell of root.querySelectorAll("[data-counter]")) cell.textContent = figure(state[cell.dataset.counter]);
    for (const line of root.querySelectorAll("[data-site]")) {
      const figures = state.sites[line.dataset.site];
      if (figures)
        for (const cell of line.querySelectorAll("[data-figure]"))
          cell.textContent = figure(figures[cell.dataset.figure]);
    }
    const delivery = document.getElementById("delivery");
    if (delivery.textContent !== words.states[state.delivery]) delivery.textContent = words.states[state.delivery];
    for (const sheet of root.querySelectorAll("[data-auctions]")) {
      const auctions = state[sheet.dataset.auctions];
      const table = sheet.querySelector("table");
      sheet.querySelector(".empty").hidden = auctions.length > 0;
      table.hidden = auctions.length === 0;
      table.tBodies[0].replaceChildren(...auctions.slice(0, 10).map(row));
    }
    drawPulse(state.seconds);
    if (document.activeElement !== slider) {
      slider.value = state.requestsPerSecond;
      output.textContent = state.requestsPerSecond;
    }
  };

  const refresh = async () => {
    try {
      if (!document.hidden) show(await (await fetch("/exchange/state")).json());
    } catch {
      // The sandbox is restarting; the next poll will show.
    }
    setTimeout(refresh, 1000);
  };
  refresh();

  slider.addEventListener("input", () => {
    output.textContent = slider.value;
  });
  slider.addEventListener("change", () => {
    const body = JSON.stringify({ requestsPerSecond: Number(slider.value) });
    fetch("/exchange/speed", { method: "POST", headers: { "content-type": "application/json" }, body });
  });
})();
