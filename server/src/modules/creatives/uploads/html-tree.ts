import { type DefaultTreeAdapterTypes, html, defaultTreeAdapter as tree } from "parse5";

/** Reads and changes a parsed page. */
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;

/** Visits every element; if `keep` returns false, it is removed with its content. */
export function walk(parent: HtmlParent, keep: (element: HtmlElement) => boolean): void {
  for (const child of [...parent.childNodes]) {
    if (!tree.isElementNode(child)) continue;
    if (!keep(child)) {
      tree.detachNode(child);
      continue;
    }
    walk(child.tagName === "template" && "content" in child ? (child.content as HtmlParent) : child, keep);
  }
}

export function find(parent: HtmlParent, tagName: string): HtmlElement | null {
  for (const child of parent.childNodes) {
    if (!tree.isElementNode(child)) continue;
    const found = child.tagName === tagName ? child : find(child, tagName);
    if (found) return found;
  }
  return null;
}

export const attribute = (element: HtmlElement, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value;

export const textOf = (element: HtmlElement): string =>
  element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : "")).join("");

/** Replaces an element's content with text. A style or script cannot contain its own end tag. */
export function setText(element: HtmlElement, text: string): void {
  for (const node of [...element.childNodes]) tree.detachNode(node);
  const isRaw = element.tagName === "style" || element.tagName === "script";
  tree.insertText(element, isRaw ? text.replace(/<\/(style|script)/gi, "<\\/$1") : text);
}

/** Inserts scripts before everything else in the head. */
export function prependScripts(document: HtmlParent, scripts: string[]): void {
  const head = find(document, "head");
  if (!head) return;
  const [first] = head.childNodes;
  for (const code of scripts) {
    const script = tree.createElement("script", html.NS.HTML, []);
    setText(script, code);
    if (first) tree.insertBefore(head, script, first);
    else tree.appendChild(head, script);
  }
}

/** Elements that load other documents or change how URLs are resolved. */
export const unwantedElements = new Set(["iframe", "frame", "frameset", "object", "embed", "applet", "base", "portal"]);

/** Redirects and the page's own policy are removed; the server declares the character set. */
export function isKeptMeta(element: HtmlElement): boolean {
  const command = attribute(element, "http-equiv")?.toLowerCase();
  return command === undefined || command === "x-ua-compatible";
}

/** Types of script elements that browsers run; others contain data. */
export const isScriptType = (element: HtmlElement): boolean =>
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(attribute(element, "type")?.trim() ?? "");
