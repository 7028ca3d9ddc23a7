import { mkdir, type open as openFile, readFile, rename, stat } from "node:fs/promises";
import type { AdEvent, NewAdEvent } from "@litfass/contract/events/ad-event";
import { type Clock, systemClock } from "@litfass/platform/clock";
import { eventsOf, readEventColumns } from "../format/event-columns.ts";
import type { CarriedChanges } from "./carried-amounts.ts";
import {
  countForInspection,
  type JournalLog,
  journalIdentity,
  type Segment,
  type SegmentState,
  segmentPath,
  syncFolder,
} from "./journal-folder.ts";
import { lockJournal } from "./journal-lock.ts";
import { scanRecords } from "./journal-record.ts";
import { JournalWriter, type WriterLimits } from "./journal-writer.ts";
import { type RecoveredJournal, recoverJournal } from "./recover-journal.ts";
import { defaultHistoryLimits, type HistoryLimits, openHistory } from "./shipped-segments.ts";

export type JournalOptions = {
  /** The ad server's name. */
  process: string;
  random: { id(): string };
  log: JournalLog;
  limits?: Partial<WriterLimits>;
  /** How much of what was shipped stays on disk; an hour and 512 MiB by default. */
  history?: HistoryLimits;
  clock?: Clock;
  /** Opens files; replaced in tests of disk errors. */
  open?: typeof openFile;
};

/** Sealed segments that the API has not stored. `oldestAtMs` is when the oldest was last written; null if none waits. */
export type JournalBacklog = { events: number; bytes: number; oldestAtMs: number | null };

export type Journal = {
  /** The `process` of every event in this journal: process name and folder ID. */
  readonly process: string;
  /** The result of recovery. */
  readonly recovered: RecoveredJournal;
  /**
   * Writes an event. Resolves with its sequence number once it is on disk; rejects otherwise, and then it does not
   * count and must not be acknowledged. `isWithPrevious`: together with the event that was appended just before, so that a
   * crash or a full disk leaves both or neither. `carried`: what the event adds to amounts that a restart finds in
   * `recovered`.
   */
  append(event: NewAdEvent, isWithPrevious?: boolean, carried?: CarriedChanges): Promise<number>;
  /** False from a failed write until one succeeds: nothing must be sold then, because it could not be counted. */
  isWritable(): boolean;
  /** Tries to write while the journal fails; resolves with whether it works. */
  probe(): Promise<boolean>;
  /** The number of files with acknowledged events that were set aside and must be inspected. */
  filesForInspection(): number;
  /** Closes the open segment for shipping; false if it is empty. */
  seal(): Promise<boolean>;
  /** Segments to be shipped, oldest first. */
  sealedSegments(): Segment[];
  /** What is sealed but not shipped. */
  backlog(): Promise<JournalBacklog>;
  /** The events of a sealed segment, encoded as in `event-fields`: the same bytes at every call. */
  readSegment(segment: Segment): Promise<Buffer>;
  /** The API has stored a segment: it stays for a while, to be read after a restart. */
  markShipped(segment: Segment): Promise<void>;
  /** Removes a sealed segment from the queue but keeps its file. */
  setSegmentAside(segment: Segment): Promise<void>;
  /** The events of sealed segments, oldest first. After opening these are the events that earlier runs did not ship. */
  unshipped(): AsyncGenerator<AdEvent>;
  /** The shipped events that are still on disk, oldest first. */
  shipped(): AsyncGenerator<AdEvent>;
  /** `shipped` and `unshipped` have every event since then. Valid once `shipped` was read. Milliseconds since 1970. */
  knowsSinceMs(): number;
  /** Writes waiting events, closes the files and unlocks the folder. */
  close(): Promise<void>;
};

/**
 * Opens or creates an ad server's journal in its own folder. A torn tail after a kill is truncated and reported; it
 * holds nothing acknowledged. Whatever else cannot be read is kept in a file and reported as an error. Throws `JournalLocked` where another process has the folder.
 */
export async function openJournal(folder: string, options: JournalOptions): Promise<Journal> {
  await mkdir(folder, { recursive: true });
  const lock = lockJournal(folder);
  try {
    const process = await journalIdentity(folder, options.process, () => options.random.id());
    const recovered = await recoverJournal(folder, options.log);
    const writer = await JournalWriter.start(folder, recovered.nextSequence, {
      ...options,
      carried: recovered.carried,
    });
    const sealed = recovered.sealed;
    writer.onSealed = (segment) => sealed.push(segment);

    const history = await openHistory(folder, recovered.shipped, {
      clock: options.clock ?? systemClock,
      limits: options.history ?? defaultHistoryLimits,
      isNew: recovered.nextSequence === 0,
    });

    const forget = (segment: Segment) => {
      const index = sealed.findIndex((each) => each.firstSequence === segment.firstSequence);
      if (index >= 0) sealed.splice(index, 1);
    };
    const readRecords = async (segment: Segment, state: SegmentState = "sealed") => {
      const bytes = await readFile(segmentPath(folder, segment.firstSequence, state));
      const { payloads, events, wholeBytes } = scanRecords(bytes);
      if (wholeBytes < bytes.length && state === "shipped") await history.forget(segment);
      else if (wholeBytes < bytes.length) {
        const lost = { segment: segment.firstSequence, readable: events, events: segment.events };
        options.log.error(lost, "A sealed journal segment is damaged on disk: only its first part can be read");
      }
      return { payloads, events };
    };

    async function* eventsIn(segments: Segment[], state: SegmentState): AsyncGenerator<AdEvent> {
      for (const segment of segments) {
        const { payloads, events } = await readRecords(segment, state);
        yield* eventsOf(readEventColumns(Buffer.concat(payloads), events), process, segment.firstSequence);
      }
    }

    return {
      process,
      recovered,
      append: (event, isWithPrevious, carried) => writer.append(event, isWithPrevious, carried),
      isWritable: () => writer.isWritable(),
      probe: () => writer.probe(),
      filesForInspection: () => countForInspection(folder),
      seal: () => writer.seal(),
      sealedSegments: () => [...sealed],
      async backlog() {
        const backlog: JournalBacklog = { events: 0, bytes: 0, oldestAtMs: null };
        for (const { firstSequence, events } of [...sealed]) {
          // A segment may be shipped and deleted meanwhile.
          const file = await stat(segmentPath(folder, firstSequence, "sealed")).catch(() => null);
          if (file === null) continue;
          backlog.events += events;
          backlog.bytes += file.size;
          backlog.oldestAtMs = Math.min(backlog.oldestAtMs ?? file.mtimeMs, file.mtimeMs);
        }
        return backlog;
      },
      readSegment: async (segment) => Buffer.concat((await readRecords(segment)).payloads),
      async markShipped(segment) {
        await history.add(segment);
        forget(segment);
        await history.prune().catch((error: unknown) => {
          options.log.warn({ err: error }, "Shipped journal segments could not be removed");
        });
      },
      async setSegmentAside(segment) {
        const { firstSequence } = segment;
        await rename(segmentPath(folder, firstSequence, "sealed"), segmentPath(folder, firstSequence, "aside"));
        await syncFolder(folder);
        forget(segment);
      },
      unshipped: () => eventsIn([...sealed], "sealed"),
      shipped: () => eventsIn(history.segments(), "shipped"),
      knowsSinceMs: () => history.sinceMs(),
      async close() {
        await writer.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
