/** The container that a file's first bytes tell, whatever its name says; null for anything else (FIELD-VID-003). */
export function videoTypeOf(head: Buffer): "mp4" | "mov" | "webm" | null {
  if (head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) {
    return head.subarray(0, 64).includes("webm") ? "webm" : null;
  }
  const box = head.subarray(4, 8).toString("latin1");
  if (box === "ftyp") return head.subarray(8, 12).toString("latin1") === "qt  " ? "mov" : "mp4";
  // QuickTime files from before there was a type box begin with one of these.
  return ["moov", "mdat", "wide", "free", "skip", "pnot"].includes(box) ? "mov" : null;
}
