import { type BitReader, bitReader } from "./bit-reader.ts";

const maxSections = 64;

/**
 * The sections of an IAB Global Privacy Platform string by id. Empty where the header cannot be read.
 */
export function gppSections(gpp: string): Map<number, string> {
  const [header = "", ...sections] = gpp.split("~");
  const reader = bitReader(header);
  const found = new Map<number, string>();
  if (reader.length < 24 || reader.bits(0, 6) !== 3) return found;
  const ids = readIdRanges(reader, 12);
  ids.forEach((id, index) => {
    const section = sections[index];
    if (section !== undefined) found.set(id, section);
  });
  return found;
}

/** Section ids as a list of ranges whose borders are Fibonacci-coded steps from the last one. */
function readIdRanges(reader: BitReader, start: number): number[] {
  const ids: number[] = [];
  const ranges = reader.bits(start, 12);
  let at = start + 12;
  let last = 0;
  for (let i = 0; i < ranges && at < reader.length && ids.length < maxSections; i++) {
    const isRange = reader.bits(at, 1) === 1;
    const first = readFibonacci(reader, at + 1);
    at = first.end;
    const from = last + first.value;
    let to = from;
    if (isRange) {
      const second = readFibonacci(reader, at);
      at = second.end;
      to = from + second.value;
    }
    for (let id = from; id <= to && ids.length < maxSections; id++) ids.push(id);
    last = to;
  }
  return ids;
}

/** A number as a sum of Fibonacci numbers, lowest first, ended by two ones in a row. */
function readFibonacci(reader: BitReader, start: number): { value: number; end: number } {
  let value = 0;
  let previous = 1;
  let current = 1;
  let wasOne = false;
  let at = start;
  while (at < reader.length) {
    const isOne = reader.bits(at, 1) === 1;
    at++;
    if (isOne && wasOne) break;
    if (isOne) value += current;
    wasOne = isOne;
    [previous, current] = [current, previous + current];
  }
  return { value, end: at };
}
