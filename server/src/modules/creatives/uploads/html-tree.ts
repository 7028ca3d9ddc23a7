import { type DefaultTreeAdapterTypes, html, defaultTreeAdapter as tree } from "parse5";

/** What reading and changing a parsed page needs. */
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlParent = DefaultTreeAdapterTypes.ParentNode;

/** Visits every element; where `keep` says no, it is removed with its content. */
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

/** Replaces an element's content by text. A style or script cannot hold its own end. */
export function setText(element: HtmlElement, text: string): void {
  for (const node of [...element.childNodes]) tree.detachNode(node);
  const isRaw = element.tagName === "style" || element.tagName === "script";
  tree.insertText(element, isRaw ? text.replace(/<\/(style|script)/gi, "<\\/$1") : text);
}

/** Puts scripts in front of everything else in the head. */
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

/** Elements that load other documents, or change how addresses are read. */
export const unwantedElements = new Set(["iframe", "frame", "frameset", "object", "embed", "applet", "base", "portal"]);

/** Redirects and a policy of the page's own are removed; the character set is told by the server. */
export function isKeptMeta(element: HtmlElement): boolean {
  const command = attribute(element, "http-equiv")?.toLowerCase();
  return command === undefined || command === "x-ua-compatible";
}

/** Types of script elements that browsers run; others hold data. */
export const isScriptType = (element: HtmlElement): boolean =>
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(attribute(element, "type")?.trim() ?? "");
