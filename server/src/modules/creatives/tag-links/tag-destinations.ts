import { anyClickMacro } from "@litfass/contract/creatives/third-party-macros";

const maxDestinations = 10;
/** How often an address behind a click macro may be encoded, for one ad server after another. */
const maxDecodings = 3;
const afterMacro = new RegExp(`(?:${anyClickMacro.source})([^\\s"'\`<>()\\\\;]+)`, "g");
const linkHref = /<(?:a|area)\s[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi;

/**
 * Where the markup of a third-party tag says that clicks lead: what it appends to a click macro, and its own links. What
 * only its script knows is not among them.
 */
export function tagDestinations(tag: string): string[] {
  // Scripts and JSON may escape slashes.
  const plain = tag.replaceAll("\\/", "/").replaceAll("&amp;", "&");
  const appended = [...plain.matchAll(afterMacro)].map(([, address = ""]) => address);
  const linked = [...plain.matchAll(linkHref)].map(
    ([, ...values]) => values.find((value) => value !== undefined) ?? "",
  );
  const found = [...appended, ...linked].flatMap(pageOf);
  return [...new Set(found)].slice(0, maxDestinations);
}

/** The full address of a page; nothing for what is none, as a macro, an anchor or a part that a script completes. */
function pageOf(text: string): string[] {
  let address = text.trim();
  for (let times = 0; times < maxDecodings && /^https?%(?:25)*3A/i.test(address); times++) {
    try {
      address = decodeURIComponent(address);
    } catch {
      return [];
    }
  }
  if (address.startsWith("//")) address = `https:${address}`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address) || anyClickMacro.test(address)) return [];
  const { hostname, username, href } = new URL(address);
  return username === "" && hostname.includes(".") ? [href] : [];
}
