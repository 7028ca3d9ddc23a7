// The tag of an advertiser who measures conversions, in every page of its site:
// <script async src="…/conversion.js"></script>
// It remembers the click's identifier in the site's own storage and reports conversions, as the page calls for:
// litfass("conversion", { value: 49.9, currency: "CHF", order: "1001" })
// or by attributes: data-conversion data-value="49.90" data-currency="CHF" data-order="1001". With data-consent="required"
// it stores and sends nothing before litfass("consent", true).
(() => {
  const script = document.currentScript;
  const address = `${new URL(script.src).origin}/conversion`;
  const parameter = "litfass_click";
  const stores = { click: "litfass_click", unsent: "litfass_unsent" };
  const longestMs = 90 * 86_400_000;
  const maxUnsent = 10;
  const attribute = (name) => script.getAttribute(name) || undefined;
  let isAllowed = script.getAttribute("data-consent") !== "required";
  let waiting = [];

  // Storage can be full or forbidden; then only this page knows the click.
  const memory = {};
  function read(name) {
    try {
      return JSON.parse(localStorage.getItem(stores[name])) || memory[name];
    } catch {
      return memory[name];
    }
  }
  function write(name, value) {
    memory[name] = value;
    try {
      localStorage.setItem(stores[name], JSON.stringify(value));
    } catch {
      // As above.
    }
  }

  const arrivedWith = new URLSearchParams(location.search).getAll(parameter).pop();
  const now = Date.now();

  function allow() {
    isAllowed = true;
    if (arrivedWith) write("click", { id: arrivedWith, at: now });
    for (const report of read("unsent") || []) send(report);
    const reports = waiting;
    waiting = [];
    for (const report of reports) convert(report);
  }

  function forget() {
    isAllowed = false;
    waiting = [];
    for (const name of Object.keys(stores)) {
      delete memory[name];
      try {
        localStorage.removeItem(stores[name]);
      } catch {
        // Nothing is stored.
      }
    }
  }

  function convert(details) {
    if (!isAllowed) {
      waiting.push(details);
      return;
    }
    const click = read("click");
    // The visitor came by another way.
    if (!click || Date.now() - click.at > longestMs) return;
    const { value, currency, order } = details || {};
    const report = { click: click.id, value, currency, order };
    write("unsent", [...(read("unsent") || []), report].slice(-maxUnsent));
    send(report);
  }

  /** Sends it again with the next page where there is no final answer; the server counts an order once. */
  async function send(report) {
    try {
      // A text is a simple request, which asks for no permission first. The page's own address stays here.
      const answer = await fetch(address, {
        method: "POST",
        body: JSON.stringify(report),
        keepalive: true,
        credentials: "omit",
        referrerPolicy: "no-referrer",
      });
      if (answer.status >= 500 || answer.status === 429) return;
      const key = JSON.stringify(report);
      write(
        "unsent",
        (read("unsent") || []).filter((other) => JSON.stringify(other) !== key),
      );
      if (!answer.ok) console.warn("The conversion was refused.", (await answer.json()).error);
    } catch {
      // Offline.
    }
  }

  function litfass(action, details) {
    if (action === "conversion") convert(details);
    else if (action === "consent") details ? allow() : forget();
    else console.warn(`litfass: unknown action ${action}`);
  }
  const called = window.litfass?.q || [];
  window.litfass = litfass;
  if (isAllowed) allow();
  for (const call of called) litfass(...call);
  if (script.hasAttribute("data-conversion")) {
    convert({ value: attribute("data-value"), currency: attribute("data-currency"), order: attribute("data-order") });
  }
})();
