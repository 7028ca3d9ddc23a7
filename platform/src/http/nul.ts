/**
 * The path of keys to U+0000 in a value, or null. PostgreSQL cannot store it in a text, and no one types it.
 * Iterative, because untrusted JSON may be deeply nested.
 */
export function nulPath(value: unknown): string | null {
  const open: { value: unknown; path: string }[] = [{ value, path: "" }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === "string" && next.value.includes("\0")) return next.path;
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [key, inner] of Object.entries(next.value)) {
      if (key.includes("\0")) return next.path;
      open.push({ value: inner, path: next.path === "" ? key : `${next.path}.${key}` });
    }
  }
  return null;
}
