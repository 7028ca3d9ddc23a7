/**
 * The result of a `Range` header: the whole file, a range of bytes (both ends inclusive), or an unsatisfiable range.
 */
export type ByteRange = "all" | "unsatisfiable" | { from: number; to: number };

/**
 * Parses a single range, as requested by players; a list of ranges or another unit gets the whole file. Own code
 * because range-parser rejects a suffix longer than the file, such as `bytes=-65536` of a short video, where RFC 9110
 * (14.1.2) asks for the whole file. Multiple ranges, which are most of that library, are not supported here.
 */
export function byteRange(header: string | undefined, length: number): ByteRange {
  const range = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (range === null || (range[1] === "" && range[2] === "")) return "all";
  const last = length - 1;
  const from = range[1] === "" ? Math.max(0, length - Number(range[2])) : Number(range[1]);
  const to = range[1] === "" || range[2] === "" ? last : Math.min(last, Number(range[2]));
  return from > to ? "unsatisfiable" : { from, to };
}
