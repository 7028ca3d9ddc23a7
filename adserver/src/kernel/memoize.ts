/**
 * Memoizes a pure function of a string that recurs, such as a domain or a page. The cache is cleared when it reaches
 * `maxEntries`.
 */
export function memoize<Result>(compute: (text: string) => Result, maxEntries: number): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    if (results.size >= maxEntries) results.clear();
    results.set(text, result);
    return result;
  };
}

/**
 * Memoizes a pure function of an object, such as one that the partial JSON reader returns again for the same bytes. Such
 * objects must not change. The result is a symbol property of the object, which is found without a look-up; a copy made
 * by `{...}` does not have it. Frozen objects use a WeakMap.
 */
export function memoizeByRef<Part extends object, Result>(compute: (part: Part) => Result): (part: Part) => Result {
  const own = Symbol("result");
  type Memoized = { [own]?: Result };
  const ofFrozen = new WeakMap<Part, Result>();
  return (part) => {
    const cached = (part as Memoized)[own] ?? ofFrozen.get(part);
    if (cached !== undefined) return cached;
    const result = compute(part);
    if (Object.isExtensible(part)) Object.defineProperty(part, own, { value: result });
    else ofFrozen.set(part, result);
    return result;
  };
}
