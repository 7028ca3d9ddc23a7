const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text for HTML or XML, in an element or a quoted attribute. */
export const escapeMarkup = (value: string): string => value.replace(/[&<>"']/g, (char) => escapes[char] ?? "");
