/** Every pair of neighbouring levels in an XML document: `parent>child`. */
export function elementPairs(xml: string): string[] {
  const stack: string[] = [];
  const pairs: string[] = [];
  for (const [, close, name, rest] of xml.replaceAll(/<!--[\s\S]*?-->/g, "").matchAll(/<(\/?)([\w:]+)((?:[^\w:<>][^<>]*)?)>/g)) {
    if (close) stack.pop();
    else {
      pairs.push(`${stack.at(-1) ?? ""}>${name}`);
      if (!rest?.endsWith("/")) stack.push(name!);
    }
  }
  return pairs;
}
