import { type FileHandle, open as openFile, rename } from "node:fs/promises";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { EventEncoder } from "../format/event-encoder.ts";
import { type Carried, type CarriedAmounts, type CarriedChanges, carriedAmounts } from "./carried-amounts.ts";
import { type JournalLog, type Segment, segmentPath, syncFolder } from "./journal-folder.ts";
import { encodeRecord } from "./journal-record.ts";

export type WriterLimits = {
  /** The limit of events per segment, since a segment is one batch. */
  segmentEvents: number;
  segmentBytes: number;
  /** The limit of events per fsync. */
  groupEvents: number;
  /** The limit of waiting events; further ones are rejected at once. */
  waitingEvents: number;
};

const defaultLimits: WriterLimits = {
  segmentEvents: 100_000,
  segmentBytes: 16 * 1024 * 1024,
  groupEvents: 2_000,
  waitingEvents: 50_000,
};

const probeBytes = 128 * 1024;

type Waiting = {
  event: NewAdEvent;
  isWithPrevious: boolean;
  carried: CarriedChanges | undefined;
  resolve(sequence: number): void;
  reject(error: unknown): void;
};
type OpenSegment = {
  handle: FileHandle;
  encoder: EventEncoder;
  firstSequence: number;
  events: number;
  bytes: number;
};

/** The journal cannot accept events: too many are waiting, or it is closed. */
export class JournalUnavailable extends Error {
  constructor(reason: string) {
    super(`The journal takes no events: ${reason}`);
    this.name = "JournalUnavailable";
  }
}

/**
 * Writes groups of events to the open segment, one group at a time. Events that arrive meanwhile form the next group,
 * so the number of fsyncs follows the disk and not the traffic.
 */
export class JournalWriter {
  onSealed: (segment: Segment) => void = () => {};
  readonly #folder: string;
  readonly #limits: WriterLimits;
  readonly #open: typeof openFile;
  readonly #log: JournalLog;
  readonly #carried: CarriedAmounts;
  #segment: OpenSegment;
  #waiting: Waiting[] = [];
  #sealers: { resolve(sealed: boolean): void; reject(error: unknown): void }[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  /** Whether the last event was refused because too many were waiting. */
  #isFull = false;
  #failing = false;
  #probes: ((works: boolean) => void)[] = [];
  /** The open segment may hold bytes of a failed group, which must be truncated before the next write. */
  #damaged = false;

  private constructor(folder: string, segment: OpenSegment, options: WriterOptions) {
    this.#folder = folder;
    this.#segment = segment;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#open = options.open ?? openFile;
    this.#log = options.log;
    this.#carried = carriedAmounts(options.carried ?? new Map());
  }

  static async start(folder: string, nextSequence: number, options: WriterOptions) {
    const segment = await createSegment(folder, nextSequence, options.open ?? openFile);
    await syncFolder(folder);
    return new JournalWriter(folder, segment, options);
  }

  append(event: NewAdEvent, isWithPrevious = false, carried?: CarriedChanges): Promise<number> {
    if (this.#closed) return Promise.reject(new JournalUnavailable("it is closed"));
    // What belongs to the previous event is accepted or refused with it.
    if (!isWithPrevious) this.#isFull = this.#waiting.length >= this.#limits.waitingEvents;
    if (this.#isFull) {
      return Promise.reject(new JournalUnavailable(`${this.#waiting.length} events already wait for the disk`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.push({ event, isWithPrevious, carried, resolve, reject });
    this.#run();
    return promise;
  }

  seal(): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.#sealers.push({ resolve, reject });
    this.#run();
    return promise;
  }

  /** False from a failed write until the next one that succeeds. */
  isWritable(): boolean {
    return !this.#failing;
  }

  /** Tries to write while the journal fails, since nothing is sold then and so no event would try. */
  probe(): Promise<boolean> {
    if (!this.#failing || this.#closed) return Promise.resolve(!this.#failing);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#probes.push(resolve);
    this.#run();
    return promise;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#running;
    await this.#cutFailedGroup().catch((error) => {
      this.#log.error({ err: error }, "The journal closes with bytes of a refused group at its end");
    });
    await this.#segment.handle.close();
  }

  #run(): void {
    if (this.#running) return;
    this.#running = this.#writeAll().finally(() => {
      this.#running = null;
      if (this.#hasWork()) this.#run();
    });
  }

  #hasWork(): boolean {
    return this.#waiting.length > 0 || this.#sealers.length > 0 || this.#probes.length > 0;
  }

  async #writeAll(): Promise<void> {
    // Events of the same event loop turn join the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#hasWork()) {
      if (this.#waiting.length > 0) await this.#writeGroup(this.#nextGroup());
      if (this.#sealers.length > 0) await this.#sealFor(this.#sealers.splice(0));
      if (this.#probes.length > 0) await this.#probeFor(this.#probes.splice(0));
    }
  }

  #nextGroup(): Waiting[] {
    let events = this.#limits.groupEvents;
    while (this.#waiting[events]?.isWithPrevious) events++;
    return this.#waiting.splice(0, events);
  }

  async #writeGroup(group: Waiting[]): Promise<void> {
    const { encoder, firstSequence, events } = this.#segment;
    const first = firstSequence + events;
    const written: Waiting[] = [];
    for (const each of group) {
      try {
        encoder.add(each.event);
        written.push(each);
      } catch (error) {
        each.reject(error);
      }
    }
    if (written.length === 0) return;
    try {
      await this.#cutFailedGroup();
      const carried = this.#carried.after(
        written.map((each) => each.carried),
        events === 0,
      );
      const bytes = encodeRecord(encoder.take(), written.length, carried.bytes);
      this.#damaged = true;
      await writeFully(this.#segment.handle, bytes, this.#segment.bytes);
      await this.#segment.handle.datasync();
      this.#damaged = false;
      this.#failing = false;
      encoder.keep();
      this.#carried.keep(carried.amounts);
      this.#segment.bytes += bytes.length;
      this.#segment.events += written.length;
    } catch (error) {
      encoder.forget();
      this.#failing = true;
      this.#log.error({ err: error, events: written.length }, "The journal could not write: events are refused");
      for (const each of written) each.reject(error);
      return;
    }
    for (const [index, each] of written.entries()) each.resolve(first + index);
    if (this.#segment.events >= this.#limits.segmentEvents || this.#segment.bytes >= this.#limits.segmentBytes) {
      await this.#sealNow().catch((error) => {
        this.#log.error({ err: error }, "The journal could not start a new segment: the open one goes on");
      });
    }
  }

  /** Writes as much as a large group to the end of the segment, and cuts it off again. */
  async #probeFor(probes: ((works: boolean) => void)[]): Promise<void> {
    try {
      await this.#cutFailedGroup();
      this.#damaged = true;
      await writeFully(this.#segment.handle, Buffer.alloc(probeBytes), this.#segment.bytes);
      await this.#segment.handle.datasync();
      await this.#cutFailedGroup();
      this.#failing = false;
      this.#log.warn({ segment: this.#segment.firstSequence }, "The journal can write again");
    } catch {
      // Reported when the group was rejected; tried again with the next probe.
    }
    for (const resolve of probes) resolve(!this.#failing);
  }

  async #cutFailedGroup(): Promise<void> {
    if (!this.#damaged) return;
    await this.#segment.handle.truncate(this.#segment.bytes);
    await this.#segment.handle.sync();
    this.#damaged = false;
  }

  async #sealFor(sealers: { resolve(sealed: boolean): void; reject(error: unknown): void }[]): Promise<void> {
    try {
      const sealed = await this.#sealNow();
      for (const each of sealers) each.resolve(sealed);
    } catch (error) {
      for (const each of sealers) each.reject(error);
    }
  }

  /** The next segment is created first: the name of the open file always states the next number. */
  async #sealNow(): Promise<boolean> {
    if (this.#segment.events === 0) return false;
    await this.#cutFailedGroup();
    const { handle, firstSequence, events } = this.#segment;
    const next = await createSegment(this.#folder, firstSequence + events, this.#open);
    await rename(segmentPath(this.#folder, firstSequence, "open"), segmentPath(this.#folder, firstSequence, "sealed"));
    this.#segment = next;
    await syncFolder(this.#folder);
    await handle.close();
    this.onSealed({ firstSequence, events });
    return true;
  }
}

type WriterOptions = {
  limits?: Partial<WriterLimits>;
  open?: typeof openFile;
  log: JournalLog;
  carried?: Carried;
};

async function createSegment(folder: string, firstSequence: number, open: typeof openFile): Promise<OpenSegment> {
  const handle = await open(segmentPath(folder, firstSequence, "open"), "w+");
  return { handle, encoder: new EventEncoder(), firstSequence, events: 0, bytes: 0 };
}

async function writeFully(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
