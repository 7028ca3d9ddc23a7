import { type BannerFiles, extensionOf } from "./banner-files.ts";

const pictures = new Set(["png", "jpg", "jpeg", "gif", "webp", "svg"]);

/**
 * A script that hands pictures to scripts which load them by name while they run, as Animate and preloaders do; null where
 * no script names one. `page` is where the names start from.
 */
export function runtimeFiles(scripts: string, page: string, files: BannerFiles): string | null {
  const folder = page.includes("/") ? page.slice(0, page.lastIndexOf("/") + 1) : "";
  const named: Record<string, string> = {};
  for (const name of files.names) {
    if (!pictures.has(extensionOf(name)) || !name.startsWith(folder)) continue;
    const short = name.slice(folder.length);
    if (!scripts.includes(short)) continue;
    named[short] = files.dataUri(name);
    files.used.add(name);
  }
  if (Object.keys(named).length === 0) return null;
  return `(() => {
const files = ${JSON.stringify(named)};
const find = (address) => files[String(address).split(/[?#]/)[0].replace(/^\\.\\//, "")] ?? address;
for (const type of [HTMLImageElement, HTMLSourceElement]) {
const own = Object.getOwnPropertyDescriptor(type.prototype, "src");
Object.defineProperty(type.prototype, "src", {...own, set(value) { own.set.call(this, find(value)); }});
}
const set = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (name, value) { set.call(this, name, /^(src|href)$/i.test(name) ? find(value) : value); };
})();`;
}
