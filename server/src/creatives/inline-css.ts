import type { BannerFiles } from "./banner-files.ts";

const imports = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?[^;]*;/g;
const addresses = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]+))\s*\)/g;
const deepestImport = 5;

/** A style sheet with everything that it loads inside it. `from` is the file in which it stands. */
export function inlineCss(css: string, from: string, files: BannerFiles, depth = 0): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(imports, (_whole, address: string) => {
      const name = depth < deepestImport ? files.find(address, from) : null;
      return name ? inlineCss(files.text(name), name, files, depth + 1) : "";
    })
    .replace(addresses, (whole, double?: string, single?: string, bare?: string) => {
      const address = double ?? single ?? bare ?? "";
      if (/^(data:|#)/i.test(address.trim())) return whole;
      const name = files.find(address, from);
      return name ? `url("${files.dataUri(name)}")` : 'url("data:,")';
    });
}
