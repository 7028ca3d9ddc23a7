import { DOMParser } from "@xmldom/xmldom";

/** Every pair of neighboring levels in an XML document: `parent>child`. */
export function elementPairs(xml: string): string[] {
  const root = new DOMParser().parseFromString(xml, "text/xml").documentElement;
  return root ? [`>${root.tagName}`, ...pairsBelow(root)] : [];
}

function pairsBelow(parent: Element): string[] {
  const children = Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1);
  return children.flatMap((child) => [`${parent.tagName}>${child.tagName}`, ...pairsBelow(child)]);
}
