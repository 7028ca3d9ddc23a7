/** Samples of ten minutes, one each second. */
const maxSamples = 600;

/**
 * How far a replica is behind: since when the primary has had something that the replica has not. By the time of this
 * process alone, so neither clocks of other machines nor a primary without writes mislead it.
 */
export type ReplicaLag = {
  /** The primary's position at a time, in milliseconds. */
  notePrimary(position: bigint, atMs: number): void;
  /** Milliseconds; null while nothing is known, or where it is more than ten minutes. */
  of(replayed: bigint, nowMs: number): number | null;
};

export function newReplicaLag(): ReplicaLag {
  let samples: { position: bigint; atMs: number }[] = [];
  return {
    notePrimary(position, atMs) {
      // What the primary did not write, a replica does not miss.
      if (samples.at(-1)?.position === position) return;
      samples.push({ position, atMs });
      samples = samples.slice(-maxSamples);
    },
    of(replayed, nowMs) {
      const first = samples[0];
      // Before the first sample it may have stood still for any time.
      if (first === undefined || replayed < first.position) return null;
      const missing = samples.find(({ position }) => position > replayed);
      return missing === undefined ? 0 : nowMs - missing.atMs;
    },
  };
}
