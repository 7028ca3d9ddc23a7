/**
 * Where a value holds U+0000, as a path of keys; null where it holds none. PostgreSQL cannot store that character in a
 * text, and nobody types it. Goes through nested values without recursion, because foreign JSON may be deep.
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
