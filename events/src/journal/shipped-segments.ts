import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@litfass/platform/clock";
import { type Segment, type SegmentState, segmentPath, syncFolder } from "./journal-folder.ts";

/** How long and how much of what was shipped stays on disk. */
export type HistoryLimits = { milliseconds: number; bytes: number };

export const defaultHistoryLimits: HistoryLimits = { milliseconds: 3_600_000, bytes: 512 * 1024 * 1024 };

/**
 * Shipped segments of the last hour. After a restart they tell which ads were already counted, so that those which were
 * offered before it can still be counted, once.
 */
export type ShippedSegments = {
  /** Oldest first. */
  segments(): Segment[];
  /** Every event since then is in a segment; earlier ones may be missing. Milliseconds since 1970. */
  sinceMs(): number;
  /** Takes a sealed segment over. */
  add(segment: Segment): Promise<void>;
  /** Removes what is older or more than the limits. */
  prune(): Promise<void>;
  /** A segment cannot be read: what happened before its end is unknown. */
  forget(segment: Segment): Promise<void>;
};

type KnownSegment = Segment & { bytes: number; endedMs: number };

/** The start of the history is stored, because the age of a removed segment cannot be seen any more. */
const historyPath = (folder: string): string => join(folder, "history.json");

/** The time of an event is taken before it is written, so a later segment may hold one that is a moment older. */
const disorderMs = 1_000;

/** @param isNew whether the journal has never held an event. Journals of earlier versions have no history. */
export async function openHistory(
  folder: string,
  found: Segment[],
  { clock, limits, isNew }: { clock: Clock; limits: HistoryLimits; isNew: boolean },
): Promise<ShippedSegments> {
  const nowMs = (): number => clock.now().getTime();
  let sinceMs = (await readSince(folder)) ?? (await writeSince(folder, isNew ? 0 : nowMs()));
  const known: KnownSegment[] = [];
  for (const segment of found) known.push(await measure(folder, segment, "shipped"));
  await prune();

  async function prune(): Promise<void> {
    let bytes = known.reduce((sum, segment) => sum + segment.bytes, 0);
    // The newest one stays: it has the amounts that are carried on.
    while (known[0] !== undefined && known[1] !== undefined) {
      const oldest = known[0];
      const isOld = oldest.endedMs < nowMs() - limits.milliseconds;
      if (!isOld && bytes <= limits.bytes) return;
      // Written before the removal: a crash between the two must not leave a history that claims too much.
      if (!isOld) sinceMs = await writeSince(folder, Math.max(sinceMs, oldest.endedMs + disorderMs));
      await rm(segmentPath(folder, oldest.firstSequence, "shipped"), { force: true });
      bytes -= oldest.bytes;
      known.shift();
    }
  }

  return {
    segments: () => known.map(({ firstSequence, events }) => ({ firstSequence, events })),
    sinceMs: () => sinceMs,
    async add(segment) {
      const { firstSequence } = segment;
      const measured = await measure(folder, segment, "sealed");
      await rename(segmentPath(folder, firstSequence, "sealed"), segmentPath(folder, firstSequence, "shipped"));
      // Two segments are sent at once, so a later one may be stored first.
      const at = known.findIndex((other) => other.firstSequence > firstSequence);
      known.splice(at < 0 ? known.length : at, 0, measured);
    },
    prune,
    async forget({ firstSequence }) {
      const lost = known.find((segment) => segment.firstSequence === firstSequence);
      if (lost !== undefined) sinceMs = await writeSince(folder, Math.max(sinceMs, lost.endedMs + disorderMs));
    },
  };
}

async function measure(folder: string, segment: Segment, state: SegmentState): Promise<KnownSegment> {
  const { size, mtimeMs } = await stat(segmentPath(folder, segment.firstSequence, state));
  return { ...segment, bytes: size, endedMs: mtimeMs };
}

async function readSince(folder: string): Promise<number | null> {
  const text = await readFile(historyPath(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as { sinceMs: number }).sinceMs;
}

async function writeSince(folder: string, sinceMs: number): Promise<number> {
  const draft = `${historyPath(folder)}.draft`;
  await writeFile(draft, JSON.stringify({ sinceMs }), { flush: true });
  await rename(draft, historyPath(folder));
  await syncFolder(folder);
  return sinceMs;
}
