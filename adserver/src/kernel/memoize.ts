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
 * before, byte by byte, is the same object again (`wantedJson`). Nobody changes such a part. The answer stands in the
 * part itself, where it is found without looking it up; who copies a part does not copy it.
 */
export function rememberedOf<Part extends object, Answer>(answer: (part: Part) => Answer): (part: Part) => Answer {
  const own = Symbol("answer");
  type Answered = { [own]?: Answer };
  const ofFrozen = new WeakMap<Part, Answer>();
  return (part) => {
    const before = (part as Answered)[own] ?? ofFrozen.get(part);
    if (before !== undefined) return before;
    const now = answer(part);
    if (Object.isExtensible(part)) Object.defineProperty(part, own, { value: now });
    else ofFrozen.set(part, now);
    return now;
  };
}
