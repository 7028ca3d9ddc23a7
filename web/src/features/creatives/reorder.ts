/** Moves the entry at `index` one place up (-1) or down (1); at the ends nothing changes. */
export function reorder<Entry>(list: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const next = [...list];
  const [entry] = next.slice(index, index + 1);
  const target = index + by;
  if (entry === undefined || target < 0 || target >= next.length) return next;
  next.splice(index, 1);
  next.splice(target, 0, entry);
  return next;
}
