import { type BannerFiles, extensionOf } from "./banner-files.ts";

/** Files that scripts load at run time. Scripts, styles and pages are inlined into the document. */
const loadable = new Set(["png", "jpg", "jpeg", "gif", "webp", "svg", "woff", "woff2", "ttf", "otf", "json"]);

/**
 * A script that provides files to scripts that load them at run time, as authoring tools and animation players do.
 * The URLs a script will build cannot be predicted, so it contains every file that the page does not inline or that a
 * script names, found by its path relative to `page`. Null if there are none.
 */
export function runtimeFiles(page: string, scripts: string, files: BannerFiles): string | null {
  const entries: [string, string][] = [];
  for (const name of files.names) {
    if (!loadable.has(extensionOf(name))) continue;
    if (files.used.has(name) && !scripts.includes(name.slice(name.lastIndexOf("/") + 1))) continue;
    entries.push([name, files.dataUri(name)]);
    files.used.add(name);
  }
  if (entries.length === 0) return null;
  return `(() => {
const files = new Map(${JSON.stringify(entries)});
const page = ${JSON.stringify(`https://banner.invalid/${encodeURI(page)}`)};
${lookUp}
${elements}
${requests}
})();`;
}

/** URLs are resolved as if the page were still in its folder of the zip. */
const lookUp = `
const here = new URL(".", document.baseURI).href;
const find = (address) => {
  let text = String(address);
  if (text.startsWith(here)) text = text.slice(here.length);
  try {
    const url = new URL(text, page);
    return url.host === "banner.invalid" ? files.get(decodeURIComponent(url.pathname.slice(1))) : undefined;
  } catch {
    return undefined;
  }
};
const swap = (address) => find(address) ?? address;
const swapAll = (list) => list.split(/\\s*,\\s+/).map((one) => {
  const [address, ...step] = one.trim().split(/\\s+/);
  return [swap(address), ...step].join(" ");
}).join(", ");
const swapCss = (css) => String(css).replace(/url\\(([^()]*)\\)/gi, (whole, inner) => {
  const file = find(inner.trim().replace(/^["']|["']$/g, ""));
  return file === undefined ? whole : 'url("' + file + '")';
});`;

/**
 * Images, fonts and styles: by properties and attributes at once, in markup and styles as soon as they are attached.
 */
const elements = `
const swaps = {src: swap, poster: swap, href: swap, "xlink:href": swap, srcset: swapAll, style: swapCss};
const isOurs = (element, name) => name in swaps && !(name.endsWith("href") && !/^(image|use|feImage)$/.test(element.localName));
for (const [type, name] of [[HTMLImageElement, "src"], [HTMLSourceElement, "src"], [HTMLMediaElement, "src"],
  [HTMLVideoElement, "poster"], [HTMLImageElement, "srcset"], [HTMLSourceElement, "srcset"]]) {
  const own = Object.getOwnPropertyDescriptor(type.prototype, name);
  Object.defineProperty(type.prototype, name, {...own, set(value) { own.set.call(this, swaps[name](String(value))); }});
}
for (const method of ["setAttribute", "setAttributeNS"]) {
  const own = Element.prototype[method];
  Element.prototype[method] = function (...input) {
    const [name, value] = input.slice(-2);
    if (isOurs(this, name)) input[input.length - 1] = swaps[name](String(value));
    return own.apply(this, input);
  };
}
const renew = (element) => {
  for (const {name, value} of [...element.attributes]) {
    if (isOurs(element, name) && swaps[name](value) !== value) element.setAttribute(name, value);
  }
  if (element.localName === "style" && swapCss(element.textContent) !== element.textContent) {
    element.textContent = swapCss(element.textContent);
  }
};
new MutationObserver((changes) => {
  for (const {target, addedNodes} of changes) {
    if (target instanceof Element) renew(target);
    for (const node of addedNodes) if (node instanceof Element) for (const one of [node, ...node.querySelectorAll("*")]) renew(one);
  }
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: Object.keys(swaps)});
for (const method of ["insertRule", "replace", "replaceSync"]) {
  const own = CSSStyleSheet.prototype[method];
  CSSStyleSheet.prototype[method] = function (css, ...rest) { return own.call(this, swapCss(css), ...rest); };
}
const Font = window.FontFace;
window.FontFace = class FontFace extends Font {
  constructor(family, source, ...rest) { super(family, typeof source === "string" ? swapCss(source) : source, ...rest); }
};`;

/** Answers requests from the files, because banners reach no server. */
const requests = `
const read = (file) => {
  const [, type, body] = /^data:([^;]+);base64,(.*)$/.exec(file);
  return new Blob([Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))], {type});
};
const textOf = (file) => new TextDecoder().decode(Uint8Array.from(atob(file.slice(file.indexOf(",") + 1)), (letter) => letter.charCodeAt(0)));
const request = window.fetch;
window.fetch = (input, ...rest) => {
  const file = find(input instanceof Request ? input.url : input);
  return file === undefined ? request(input, ...rest) : Promise.resolve(new Response(read(file)));
};
const asked = new WeakMap();
const {open, send} = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.open = function (method, address, ...rest) {
  asked.set(this, {file: find(address), isLate: rest[0] !== false});
  return open.call(this, method, address, ...rest);
};
XMLHttpRequest.prototype.send = function (...input) {
  const {file, isLate} = asked.get(this) ?? {};
  if (file === undefined) return send.apply(this, input);
  const answer = async () => {
    const blob = read(file);
    const text = textOf(file);
    const kinds = {blob: () => blob, arraybuffer: () => blob.arrayBuffer(), json: () => JSON.parse(text)};
    tell(this, text, await (kinds[this.responseType] ?? (() => text))());
  };
  if (isLate) setTimeout(answer);
  else tell(this, textOf(file), textOf(file));
};
const tell = (asker, responseText, response) => {
  const now = {readyState: 4, status: 200, statusText: "OK", responseText, response};
  for (const [name, value] of Object.entries(now)) Object.defineProperty(asker, name, {configurable: true, value});
  for (const type of ["readystatechange", "load", "loadend"]) asker.dispatchEvent(new ProgressEvent(type));
};`;
