import { open, rename, stat } from "node:fs/promises";
import {
  type JournalLog,
  listSegments,
  type Segment,
  type SegmentFile,
  segmentPath,
  syncFolder,
} from "./journal-folder.ts";
import { scanRecords } from "./journal-record.ts";

export type RecoveredJournal = {
  /** Segments to be shipped, oldest first. */
  sealed: Segment[];
  /** The sequence number of the next event. */
  nextSequence: number;
  /** Truncated bytes of a torn tail. */
  cutBytes: number;
};

/**
 * Recovers a folder: truncates torn tails, seals open segments and finds the next sequence number, which follows from
 * the newest segment's name and length.
 */
export async function recoverJournal(folder: string, log: JournalLog): Promise<RecoveredJournal> {
  const files = await listSegments(folder);
  const sealed: Segment[] = [];
  let cutBytes = 0;
  let nextSequence = 0;
  for (const [index, file] of files.entries()) {
    const following = files[index + 1];
    const whole = file.state === "open" || !following ? await cutTornTail(folder, file, log) : null;
    cutBytes += whole?.cutBytes ?? 0;
    const events = whole?.events ?? (following as SegmentFile).firstSequence - file.firstSequence;
    nextSequence = file.firstSequence + events;
    if (file.state === "aside" || events === 0) continue;
    if (file.state === "open") {
      await rename(segmentPath(folder, file.firstSequence, "open"), segmentPath(folder, file.firstSequence, "sealed"));
    }
    sealed.push({ firstSequence: file.firstSequence, events });
  }
  await syncFolder(folder);
  return { sealed, nextSequence, cutBytes };
}

async function cutTornTail(folder: string, file: SegmentFile, log: JournalLog) {
  const path = segmentPath(folder, file.firstSequence, file.state);
  const { size } = await stat(path);
  const handle = await open(path, "r+");
  try {
    const { events, wholeBytes } = scanRecords(await handle.readFile());
    const cutBytes = file.state === "open" ? size - wholeBytes : 0;
    if (cutBytes > 0) {
      await handle.truncate(wholeBytes);
      log.warn({ segment: file.firstSequence, cutBytes, keptEvents: events }, "Cut a torn tail off the journal");
    }
    // Bytes that a killed process had written but not synced will count now, so sync them.
    await handle.sync();
    return { events, cutBytes };
  } finally {
    await handle.close();
  }
}
