import { endsInClickMacro } from "@litfass/contract/creatives/third-party-macros";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { attribute, type HtmlElement, textOf, walk } from "../html-tree.ts";

/** What a tag says about itself, without running it. */
export type TagAddresses = {
  /** The hosts from which it loads, as far as it names them. */
  hosts: string[];
  /** Addresses without encryption. */
  insecure: string[];
  /** Resources with a path of this server, where they do not exist. */
  relative: string[];
  /** Whether it has anything that a browser shows or runs. */
  isEmpty: boolean;
  /** Whether it leads its own frame to another page. */
  redirects: boolean;
};

const loading = new Set(["src", "srcset", "data", "poster", "background", "srcdoc", "style", "xlink:href"]);
const shown = new Set([
  "script",
  "iframe",
  "img",
  "video",
  "picture",
  "object",
  "embed",
  "svg",
  "canvas",
  "ins",
  "link",
]);

/** Only full addresses, and those that start an attribute, a string or a style's URL: `//` also begins a comment. */
const address = /https?:\/\/[^\s"'`<>\\)]*|(?<=^|["'`(=,])\/\/[\w-][^\s"'`<>\\)]*/gi;
/** Names of XML, which nobody requests. */
const namespace = /^http:\/\/www\.w3\.org\//;

/**
 * The addresses in a tag. What is only known while it runs, or is hidden in its code, is left to the policy with which it
 * is served. The destinations of links and of click macros are no resources.
 */
export function tagAddresses(tag: string): TagAddresses {
  const found = { hosts: new Set<string>(), insecure: new Set<string>(), relative: new Set<string>() };
  let isEmpty = true;
  let redirects = false;
  // Without scripting, `noscript` has elements instead of text.
  const fragment: DefaultTreeAdapterTypes.DocumentFragment = parseFragment(tag, { scriptingEnabled: false });
  walk(fragment, (element) => {
    if (shown.has(element.tagName)) isEmpty = false;
    if (element.tagName === "meta" && attribute(element, "http-equiv")?.toLowerCase() === "refresh") redirects = true;
    for (const { name, prefix, value } of element.attrs) {
      const full = prefix ? `${prefix}:${name}` : name;
      if (loads(element, full)) addTo(found, value.trim());
      if (full === "src" && isRelative(value.trim())) found.relative.add(value.trim());
    }
    if (element.tagName === "script" || element.tagName === "style") addTo(found, textOf(element));
    return true;
  });
  return { ...lists(found), isEmpty, redirects };
}

const loads = ({ tagName }: HtmlElement, name: string): boolean =>
  loading.has(name) || name.startsWith("on") || (name === "href" && tagName !== "a" && tagName !== "area");

/** An address without a host; macros and data count as complete. */
const isRelative = (value: string): boolean =>
  value !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|\$\{|%%|\[|#)/i.test(value);

type Found = { hosts: Set<string>; insecure: Set<string> };

function addTo({ hosts, insecure }: Found, text: string): void {
  // Scripts and JSON may escape slashes.
  const plain = text.replaceAll("\\/", "/");
  for (const { 0: url, index } of plain.matchAll(address)) {
    if (namespace.test(url) || endsInClickMacro(plain.slice(0, index))) continue;
    if (/^http:/i.test(url)) insecure.add(url);
    const full = url.startsWith("//") ? `https:${url}` : url;
    // A script may put its address together; the part that names no host tells nothing.
    if (URL.canParse(full)) hosts.add(new URL(full).hostname);
  }
}

const lists = (found: Found & { relative: Set<string> }) => ({
  hosts: [...found.hosts],
  insecure: [...found.insecure],
  relative: [...found.relative],
});
