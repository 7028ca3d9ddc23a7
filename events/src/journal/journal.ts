import { mkdir, type open as openFile, readFile, rename, rm } from "node:fs/promises";
import type { AdEvent, NewAdEvent } from "@litfass/contract/events/ad-event";
import { eventsOf, readEventColumns } from "../format/event-columns.ts";
import { type JournalLog, journalIdentity, type Segment, segmentPath, syncFolder } from "./journal-folder.ts";
import { lockJournal } from "./journal-lock.ts";
import { scanRecords } from "./journal-record.ts";
import { JournalWriter, type WriterLimits } from "./journal-writer.ts";
import { type RecoveredJournal, recoverJournal } from "./recover-journal.ts";

export type JournalOptions = {
  /** Name of the delivery process, for people. */
  process: string;
  random: { id(): string };
  log: JournalLog;
  limits?: Partial<WriterLimits>;
  /** How files are opened; the file system's own unless a test breaks it. */
  open?: typeof openFile;
};

export type Journal = {
  /** The `process` of every event in here: the process's name and the folder's id. */
  readonly process: string;
  /** What was found when the journal was opened. */
  readonly recovered: RecoveredJournal;
  /**
   * Writes an event. Resolves with its sequence number once it is on disk (one fsync for all that wait); rejects where
   * it is not: then it does not count and must not be acknowledged.
   */
  append(event: NewAdEvent): Promise<number>;
  /** Closes the open segment for shipping; false where it holds no event. */
  seal(): Promise<boolean>;
  /** Segments waiting to be shipped, oldest first. */
  sealedSegments(): Segment[];
  /** The events of a sealed segment as `event-fields` says: the same bytes at every call. */
  readSegment(segment: Segment): Promise<Buffer>;
  /** Forgets a sealed segment whose events have arrived. */
  removeSegment(segment: Segment): Promise<void>;
  /** Takes a sealed segment out of the queue without removing its file. */
  setSegmentAside(segment: Segment): Promise<void>;
  /** Events of the sealed segments, oldest first. Right after opening these are all that earlier runs left unshipped. */
  unshipped(): AsyncGenerator<AdEvent>;
  /** Writes what waits, closes the files and releases the folder. */
  close(): Promise<void>;
};

/**
 * Opens the journal of one delivery process in a folder of its own; creates it where missing. A torn tail (the process
 * was killed while writing) is cut and reported; nothing that was acknowledged is in it. Throws `JournalLocked` where
 * another process has the folder.
 */
export async function openJournal(folder: string, options: JournalOptions): Promise<Journal> {
  await mkdir(folder, { recursive: true });
  const lock = lockJournal(folder);
  try {
    const process = await journalIdentity(folder, options.process, () => options.random.id());
    const recovered = await recoverJournal(folder, options.log);
    const writer = await JournalWriter.start(folder, recovered.nextSequence, options);
    const sealed = recovered.sealed;
    writer.onSealed = (segment) => sealed.push(segment);

    const forget = (segment: Segment) => {
      const index = sealed.findIndex((each) => each.firstSequence === segment.firstSequence);
      if (index >= 0) sealed.splice(index, 1);
    };
    const readRecords = async (segment: Segment) => {
      const bytes = await readFile(segmentPath(folder, segment.firstSequence, "sealed"));
      const { payloads, events, wholeBytes } = scanRecords(bytes);
      if (wholeBytes < bytes.length) {
        const lost = { segment: segment.firstSequence, readable: events, events: segment.events };
        options.log.error(lost, "A sealed journal segment is damaged on disk: only its first part can be read");
      }
      return { payloads, events };
    };

    return {
      process,
      recovered,
      append: (event) => writer.append(event),
      seal: () => writer.seal(),
      sealedSegments: () => [...sealed],
      readSegment: async (segment) => Buffer.concat((await readRecords(segment)).payloads),
      async removeSegment(segment) {
        await rm(segmentPath(folder, segment.firstSequence, "sealed"), { force: true });
        forget(segment);
      },
      async setSegmentAside(segment) {
        const { firstSequence } = segment;
        await rename(segmentPath(folder, firstSequence, "sealed"), segmentPath(folder, firstSequence, "aside"));
        await syncFolder(folder);
        forget(segment);
      },
      async *unshipped() {
        for (const segment of [...sealed]) {
          const { payloads, events } = await readRecords(segment);
          yield* eventsOf(readEventColumns(Buffer.concat(payloads), events), process, segment.firstSequence);
        }
      },
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
