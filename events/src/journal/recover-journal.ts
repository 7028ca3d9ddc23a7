import { open, readFile, rename, writeFile } from "node:fs/promises";
import { type Carried, carriedIn } from "./carried-amounts.ts";
import {
  damagedPath,
  type JournalLog,
  listSegments,
  type Segment,
  type SegmentFile,
  segmentPath,
  syncFolder,
} from "./journal-folder.ts";
import { inspectTail, scanRecords } from "./journal-record.ts";

export type RecoveredJournal = {
  /** Segments to be shipped, oldest first. */
  sealed: Segment[];
  /** Segments that the API has stored, oldest first. */
  shipped: Segment[];
  /** The sequence number of the next event. */
  nextSequence: number;
  /** Truncated bytes of a torn tail. */
  cutBytes: number;
  /** The carried amounts after the last event. */
  carried: Carried;
};

/** The limit of events in a segment's name, see `parseBatchToken`. */
const maxSegmentEvents = 1_000_000;

/**
 * Recovers a folder: truncates torn tails, keeps damaged parts in a file, seals open segments and finds the next sequence number, which follows from
 * the newest segment's name and length.
 */
export async function recoverJournal(folder: string, log: JournalLog): Promise<RecoveredJournal> {
  const files = await listSegments(folder);
  const sealed: Segment[] = [];
  const shipped: Segment[] = [];
  let cutBytes = 0;
  let nextSequence = 0;
  for (const [index, file] of files.entries()) {
    const following = files[index + 1];
    if (file.state === "sealed" && !following && (await isDamaged(folder, file))) {
      nextSequence = await putDamagedSealAside(folder, file, log);
      continue;
    }
    const whole = file.state === "open" || !following ? await cutTail(folder, file, log) : null;
    cutBytes += whole?.cutBytes ?? 0;
    const events = whole?.events ?? (following as SegmentFile).firstSequence - file.firstSequence;
    nextSequence = file.firstSequence + events;
    if (file.state === "aside" || events === 0) continue;
    if (file.state === "open") {
      await rename(segmentPath(folder, file.firstSequence, "open"), segmentPath(folder, file.firstSequence, "sealed"));
    }
    (file.state === "shipped" ? shipped : sealed).push({ firstSequence: file.firstSequence, events });
  }
  await syncFolder(folder);
  const carried = await readCarried(folder, sealed.at(-1), shipped.at(-1));
  return { sealed, shipped, nextSequence, cutBytes, carried };
}

/** Any segment has all amounts, so the newest one is enough. */
async function readCarried(
  folder: string,
  sealed: Segment | undefined,
  shipped: Segment | undefined,
): Promise<Carried> {
  const isSealed = (sealed?.firstSequence ?? -1) > (shipped?.firstSequence ?? -1);
  const newest = isSealed ? sealed : shipped;
  if (newest === undefined) return new Map();
  const bytes = await readFile(segmentPath(folder, newest.firstSequence, isSealed ? "sealed" : "shipped"));
  return carriedIn(scanRecords(bytes).carried);
}

async function isDamaged(folder: string, { firstSequence, state }: SegmentFile): Promise<boolean> {
  const bytes = await readFile(segmentPath(folder, firstSequence, state));
  return scanRecords(bytes).wholeBytes < bytes.length || bytes.length === 0;
}

/**
 * A sealed segment is complete, so a part that cannot be read was acknowledged, and its number of events is unknown.
 * The next number is beyond any that it can hold: no later segment is renamed over it.
 */
async function putDamagedSealAside(folder: string, { firstSequence }: SegmentFile, log: JournalLog): Promise<number> {
  await rename(segmentPath(folder, firstSequence, "sealed"), segmentPath(folder, firstSequence, "aside"));
  log.error(
    { segment: firstSequence, file: segmentPath(folder, firstSequence, "aside") },
    "A sealed journal segment is damaged or has another format: its events are not counted, the file is set aside",
  );
  return firstSequence + maxSegmentEvents;
}

/** Cuts what follows the last whole record; acknowledged events that cannot be read are kept in a file. */
async function cutTail(folder: string, file: SegmentFile, log: JournalLog) {
  const path = segmentPath(folder, file.firstSequence, file.state);
  const handle = await open(path, "r+");
  try {
    const bytes = await handle.readFile();
    const { events, wholeBytes } = scanRecords(bytes);
    const cutBytes = file.state === "open" ? bytes.length - wholeBytes : 0;
    if (cutBytes > 0) {
      const { isTorn, laterEvents } = inspectTail(bytes.subarray(wholeBytes));
      const details = { segment: file.firstSequence, cutBytes, keptEvents: events };
      if (isTorn) log.warn(details, "Cut a torn tail off the journal");
      else {
        const kept = damagedPath(folder, file.firstSequence);
        await writeFile(kept, bytes, { flush: true });
        log.error(
          { ...details, laterEvents, file: kept },
          "The journal is damaged or has another format: events are lost",
        );
      }
      await handle.truncate(wholeBytes);
    }
    // Bytes that a killed process had written but not synced will count now, so sync them.
    await handle.sync();
    return { events, cutBytes };
  } finally {
    await handle.close();
  }
}
