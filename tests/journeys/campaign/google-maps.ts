import { contentSecurityPolicy, withNonce } from "@litfass/platform/http/security-headers";
import type { BrowserContext } from "playwright-core";
import { inject } from "vitest";

/** Uses styles, fonts, images and workers like Google's script, without drawing. */
const standIn = `(() => {
  const { nonce } = document.querySelector("link[rel=stylesheet][nonce], style[nonce]");
  const style = Object.assign(document.createElement("style"), { nonce });
  style.textContent = "@font-face { font-family: Stand-in; src: url(https://fonts.gstatic.com/a.woff2) } "
    + ".stand-in { outline: 3px solid rgb(1, 2, 3); font-family: Stand-in }";
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "https://fonts.googleapis.com/css" });
  document.head.append(style, sheet);
  const worker = new Worker(URL.createObjectURL(new Blob(["postMessage('works')"])));
  worker.onmessage = ({ data }) => { document.body.dataset.mapsWorker = data; };
  fetch("https://maps.googleapis.com/tiles").then((answer) => { document.body.dataset.mapsFetch = String(answer.ok); });
  class Map {
    constructor(element) {
      element.classList.add("stand-in");
      element.append(Object.assign(new Image(), { src: "https://maps.gstatic.com/tile.png", alt: "" }));
      this.element = element;
    }
    addListener(name, listener) {
      this.element.addEventListener(name, () => listener({ latLng: { lat: () => 46.2, lng: () => 8.9 } }));
    }
    fitBounds() {}
  }
  class LatLngBounds { extend() { return this; } union() { return this; } }
  class Circle {
    constructor({ map }) { this.setMap(map); }
    setMap(map) {
      const { dataset } = (map ?? this.map).element;
      dataset.circles = Number(dataset.circles ?? 0) + (map ? 1 : -1);
      this.map = map ?? this.map;
    }
    getBounds() { return new LatLngBounds(); }
  }
  window.google = { maps: { importLibrary: async () => ({ Map, Circle, LatLngBounds }) } };
})();`;

const tile = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Makes a browser treat the installation as one with a Google Maps key; Google's script is mocked, or unavailable. */
export async function withGoogleMaps(context: BrowserContext, script: "works" | "fails"): Promise<void> {
  const { adsUrl } = inject("demo");
  const nonce = "bm9uY2Ugb2YgdGhlIHBhZ2U";
  const policy = contentSecurityPolicy({ adsUrl, providers: { firebase: null } }, { mapsNonce: nonce });
  await context.route(
    (url) => url.pathname.startsWith("/campaigns/"),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const page = await route.fetch();
      const headers = { ...page.headers(), "content-security-policy": policy };
      await route.fulfill({ response: page, headers, body: withNonce(await page.text(), nonce) });
    },
  );
  await context.route("**/api/v1/site/status", async (route) => {
    const site = await route.fetch();
    await route.fulfill({ response: site, json: { ...(await site.json()), google_maps_key: "some-key" } });
  });
  const anyOrigin = { "access-control-allow-origin": "*" };
  await context.route("https://fonts.googleapis.com/**", (route) =>
    route.fulfill({ contentType: "text/css", body: "" }),
  );
  await context.route("https://fonts.gstatic.com/**", (route) => route.fulfill({ headers: anyOrigin, body: "" }));
  await context.route("https://maps.gstatic.com/**", (route) =>
    route.fulfill({ contentType: "image/png", body: tile }),
  );
  await context.route("https://maps.googleapis.com/**", (route) => {
    if (script === "fails") return route.abort();
    return route.fulfill({ headers: anyOrigin, contentType: "text/javascript", body: standIn });
  });
}
