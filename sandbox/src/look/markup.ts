/** Text that is HTML already. */
export type Markup = { html: string };

type Part = Markup | Part[] | string | number | boolean | null | undefined;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const rendered = (part: Part): string => {
  if (part === null || part === undefined || typeof part === "boolean") return "";
  if (Array.isArray(part)) return part.map(rendered).join("");
  if (typeof part === "object") return part.html;
  return String(part).replace(/[&<>"']/g, (char) => escapes[char]!);
};

/** Builds HTML; values are escaped unless they are markup. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Markup => ({
  html: texts.reduce((whole, text, at) => whole + rendered(parts[at - 1]) + text),
});
