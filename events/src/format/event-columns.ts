import type { AdEvent } from "@litfass/contract/events/ad-event";
import {
  costKind,
  costNumbers,
  costWords,
  dealFlag,
  feeFlag,
  feeNumbers,
  heldFields,
  heldFlag,
  kinds,
  type NumberField,
  numbers,
  type Text,
  texts,
  type Word,
  words,
} from "./event-fields.ts";

/** Offsets into the bytes. */
export type Spans = { starts: Uint32Array; ends: Uint32Array };

/**
 * Events by field. A word is an index into `wordSpans`, a text has its own span. `clearing_currency` is meaningful only
 * on a cost; the column is 0, an arbitrary entry, on other events. `deal` is `wordCount`, no entry, on events without one, and
 * `held_micros` is NaN.
 */
export type EventColumns = {
  bytes: Buffer;
  events: number;
  kind: Uint8Array;
  atMs: Float64Array;
  numbers: Record<NumberField, Float64Array>;
  words: Record<Word, Uint32Array>;
  wordSpans: Spans;
  /** The number of dictionary entries. */
  wordCount: number;
  texts: Record<Text, Spans>;
};

/** The bytes are not valid events. */
export class EventsUnreadable extends Error {
  constructor(event: number, reason: string) {
    super(`event ${event}: ${reason}`);
    this.name = "EventsUnreadable";
  }
}

const spans = (count: number): Spans => ({ starts: new Uint32Array(count), ends: new Uint32Array(count) });

/** While the number of dictionary entries is not known. */
const noWord = 0xffff_ffff;

const byField = <F extends string, V>(fields: readonly F[], make: () => V): Record<F, V> =>
  Object.fromEntries(fields.map((field) => [field, make()])) as Record<F, V>;

/** Reads `count` events, see `event-fields`. Throws `EventsUnreadable` where there are more, fewer or invalid ones. */
export function readEventColumns(bytes: Buffer, events: number): EventColumns {
  const columns: EventColumns = {
    bytes,
    events,
    kind: new Uint8Array(events),
    atMs: new Float64Array(events),
    numbers: byField(
      [...numbers, ...costNumbers, ...feeNumbers, "held_micros", "won_micros"],
      () => new Float64Array(events),
    ),
    words: byField([...words, ...costWords, "deal"], () => new Uint32Array(events)),
    wordSpans: spans(1024),
    wordCount: 0,
    texts: byField(texts, () => spans(events)),
  };
  const numberColumns = numbers.map((field) => columns.numbers[field]);
  const wordColumns = words.map((field) => columns.words[field]);
  const textColumns = texts.map((field) => columns.texts[field]);
  const costNumberColumns = costNumbers.map((field) => columns.numbers[field]);
  const costWordColumns = costWords.map((field) => columns.words[field]);
  const feeColumns = feeNumbers.map((field) => columns.numbers[field]);
  for (const field of ["held_micros", "won_micros"] as const) columns.numbers[field].fill(Number.NaN);
  const dealColumn = columns.words.deal.fill(noWord);
  let at = 0;
  let event = 0;

  const number = (): number => {
    let byte = bytes[at++]!;
    if (byte < 0x80) return byte;
    let value = 0;
    let scale = 1;
    for (; byte >= 0x80; byte = bytes[at++]!) {
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    }
    value += byte * scale;
    // Bytes beyond the end are undefined, which fails the number check.
    if (!Number.isSafeInteger(value)) throw new EventsUnreadable(event, "a number is cut off or too large");
    return value;
  };
  const text = ({ starts, ends }: Spans, place: number): void => {
    const length = number();
    starts[place] = at;
    at += length;
    if (!(at <= bytes.length)) throw new EventsUnreadable(event, "a text is cut off");
    ends[place] = at;
  };
  const word = (): number => {
    const code = number();
    if (code === 0) {
      const place = columns.wordCount++;
      if (place === columns.wordSpans.starts.length) columns.wordSpans = grown(columns.wordSpans);
      text(columns.wordSpans, place);
      return place;
    }
    if (!(code <= columns.wordCount)) throw new EventsUnreadable(event, "a word was never told");
    return code - 1;
  };

  for (; event < events; event++) {
    if (at + 9 > bytes.length) throw new EventsUnreadable(event, `the batch ends, and not after ${events} events`);
    const code = bytes[at]!;
    const kind = code & ~(dealFlag | feeFlag | heldFlag);
    const hasDeal = (code & dealFlag) !== 0;
    const hasFees = (code & feeFlag) !== 0;
    const isHeld = (code & heldFlag) !== 0;
    const heldField = isHeld ? heldFields.get(kind) : undefined;
    if (kind >= kinds.length || (hasFees && kind !== costKind) || (isHeld && heldField === undefined))
      throw new EventsUnreadable(event, `there is no kind ${kind}`);
    columns.kind[event] = kind;
    columns.atMs[event] = bytes.readDoubleLE(at + 1);
    at += 9;
    for (const column of numberColumns) column[event] = number();
    for (const column of wordColumns) column[event] = word();
    for (const column of textColumns) text(column, event);
    if (kind === costKind) {
      for (const column of costNumberColumns) column[event] = number();
      for (const column of costWordColumns) column[event] = word();
      if (hasFees) for (const column of feeColumns) column[event] = number();
    }
    if (heldField !== undefined) columns.numbers[heldField][event] = number();
    if (hasDeal) dealColumn[event] = word();
  }
  for (let place = 0; place < events; place++) if (dealColumn[place] === noWord) dealColumn[place] = columns.wordCount;
  if (at !== bytes.length) throw new EventsUnreadable(event, `more bytes than those of ${events} events`);
  return columns;
}

function grown({ starts, ends }: Spans): Spans {
  const larger = spans(starts.length * 2);
  larger.starts.set(starts);
  larger.ends.set(ends);
  return larger;
}

/** The string of a dictionary entry. */
export const wordAt = ({ bytes, wordSpans }: EventColumns, place: number): string =>
  bytes.toString("utf8", wordSpans.starts[place], wordSpans.ends[place]);

/** The index of a dictionary entry; -1 where no event has it. */
export function placeOf(columns: EventColumns, text: string): number {
  for (let place = 0; place < columns.wordCount; place++) if (wordAt(columns, place) === text) return place;
  return -1;
}

/** The events one by one, with the name of their process. */
export function* eventsOf(columns: EventColumns, process: string, firstSequence: number): Generator<AdEvent> {
  for (let event = 0; event < columns.events; event++) {
    const named: Record<string, unknown> = {
      process,
      sequence: firstSequence + event,
      kind: kinds[columns.kind[event]!],
      at: new Date(columns.atMs[event]!).toISOString(),
    };
    for (const field of numbers) named[field] = columns.numbers[field][event];
    for (const field of words) named[field] = wordAt(columns, columns.words[field][event]!);
    for (const field of texts) {
      const { starts, ends } = columns.texts[field];
      named[field] = columns.bytes.toString("utf8", starts[event], ends[event]);
    }
    if (columns.kind[event] === costKind) {
      for (const field of [...costNumbers, ...feeNumbers]) named[field] = columns.numbers[field][event];
      for (const field of costWords) named[field] = wordAt(columns, columns.words[field][event]!);
    }
    const heldField = heldFields.get(columns.kind[event]!);
    const held = heldField === undefined ? Number.NaN : columns.numbers[heldField][event]!;
    if (heldField !== undefined && !Number.isNaN(held)) named[heldField] = held;
    const deal = columns.words.deal[event]!;
    if (deal < columns.wordCount) named.deal = wordAt(columns, deal);
    yield named as AdEvent;
  }
}
