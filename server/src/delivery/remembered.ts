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
