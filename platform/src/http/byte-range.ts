/** What a `Range` header asks of a file: all of it, one stretch of bytes (both ends included), or what it does not have. */
export type ByteRange = "all" | "unsatisfiable" | { from: number; to: number };

/** Reads the one range that players ask for; a list of ranges or another unit is answered with the whole file. */
export function byteRange(header: string | undefined, length: number): ByteRange {
  const range = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (range === null || (range[1] === "" && range[2] === "")) return "all";
  const last = length - 1;
  const from = range[1] === "" ? Math.max(0, length - Number(range[2])) : Number(range[1]);
  const to = range[1] === "" || range[2] === "" ? last : Math.min(last, Number(range[2]));
  return from > to ? "unsatisfiable" : { from, to };
}
