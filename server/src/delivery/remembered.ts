/**
 * A pure function of a text that remembers its answers, for texts that come again and again: domains, places, pages. What
 * has more than `most` begins anew.
 */
export function remembered<Answer>(answer: (text: string) => Answer, most: number): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const now = answer(text);
    if (known.size >= most) known.clear();
    known.set(text, now);
    return now;
  };
}

/**
 * A pure function of a part of a request that remembers its answers with the part: what is read of a part that came
 * before, byte by byte, is the same object again (`wantedJson`). Nobody changes such a part.
 */
export function rememberedOf<Part extends object, Answer>(answer: (part: Part) => Answer): (part: Part) => Answer {
  const known = new WeakMap<Part, Answer>();
  return (part) => {
    const before = known.get(part);
    if (before !== undefined) return before;
    const now = answer(part);
    known.set(part, now);
    return now;
  };
}
