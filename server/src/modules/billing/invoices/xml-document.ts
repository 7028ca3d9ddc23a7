/** An element with its text or its children, in the order of the schema, and its attributes. */
export type XmlNode = [name: string, content: string | XmlNode[], attributes?: Record<string, string>];

const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

function elementText([name, content, attributes = {}]: XmlNode): string {
  const inner = typeof content === "string" ? escapeXml(content) : content.map(elementText).join("");
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${given.join("")}>${inner}</${name}>`;
}

/** A document with its XML declaration. */
export const xmlDocument = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root)}\n`;
