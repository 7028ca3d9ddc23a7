import { createHash } from "node:crypto";
import type { Tally } from "./manifest.ts";

/** Counts and hashes the entries of an archive, equally when it is written and when it is read. */
export type ArchiveChecksum = {
  begin(name: string, size: number): void;
  content(chunk: Uint8Array): void;
  result(): { parts: Record<string, Tally>; checksum: string };
};

export function createArchiveChecksum(): ArchiveChecksum {
  const hash = createHash("sha256");
  const parts = new Map<string, Tally>();
  return {
    begin(name, size) {
      hash.update(`${name}\n${size}\n`);
      const part = name.split("/")[0] ?? "";
      const tally = parts.get(part) ?? { files: 0, bytes: 0 };
      parts.set(part, { files: tally.files + 1, bytes: tally.bytes + size });
    },
    content: (chunk) => void hash.update(chunk),
    result: () => ({ parts: Object.fromEntries([...parts].sort()), checksum: hash.copy().digest("hex") }),
  };
}
