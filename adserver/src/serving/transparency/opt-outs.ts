const maxOptOuts = 2_000_000;
/** New ones between two saves: a flood of invented cookies must fill neither memory nor database. */
const maxUnsaved = 10_000;

/** Visitors who opted out of being recognized, by pseudonym. */
export type OptOuts = {
  has(visitorKey: string): boolean;
  /** `isNew`: not yet saved for the other processes. */
  add(visitorKey: string, isNew?: boolean): void;
  /** The new ones since the last call, to be saved. */
  takeNew(): string[];
  /** A taken one that could not be saved. */
  giveBack(visitorKey: string): void;
};

/** Opt-outs in memory; the oldest are dropped above the limit. */
export function inMemoryOptOuts(limit = maxOptOuts): OptOuts {
  const keys = new Set<string>();
  let unsaved: string[] = [];
  return {
    has: (visitorKey) => keys.has(visitorKey),
    add(visitorKey, isNew = true) {
      if (visitorKey === "" || keys.has(visitorKey)) return;
      if (isNew && unsaved.length >= maxUnsaved) return;
      keys.add(visitorKey);
      if (isNew) unsaved.push(visitorKey);
      if (keys.size <= limit) return;
      const [oldest = visitorKey] = keys;
      keys.delete(oldest);
    },
    takeNew() {
      const taken = unsaved;
      unsaved = [];
      return taken;
    },
    giveBack: (visitorKey) => void unsaved.push(visitorKey),
  };
}
