import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = {
  name: string;
  body: string | Buffer;
  /** Unix mode and type; a plain file by default. */
  mode?: number;
  /** The unpacked size in the headers instead of the real one. */
  saidSize?: number;
  /** Stored instead of compressed. */
  isStored?: boolean;
  /** Flags of the headers beside the one for names in UTF-8; bit 0 says that the entry is encrypted. */
  flags?: number;
  /** The compression method in the headers; 8, deflate, is the real one. */
  method?: number;
  /** The entry's offset in the directory instead of the real one. */
  saidOffset?: number;
};

/** Builds a zip by hand, for tests that need what no zip program would write. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, body, mode = 0o100644, saidSize, isStored, flags = 0, saidOffset } = entry;
    const method = entry.method ?? (isStored ? 0 : 8);
    const bytes = Buffer.from(body);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800 | flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(saidSize ?? bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, label, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(saidOffset ?? offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x03", "latin1"), common, rest, label]));
    files.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listing, end]);
}
