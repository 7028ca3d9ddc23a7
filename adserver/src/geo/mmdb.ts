import { isIPv4, isIPv6 } from "node:net";

/**
 * Reads MaxMind DB files (format 2): a binary tree over address bits whose leaves point at typed data. The operator
 * brings the file; a damaged one gives nothing instead of an error.
 */
export type AddressData = { find(ip: string): Record<string, unknown> | undefined };

const marker = Buffer.from("abcdef4d61784d696e642e636f6d", "hex");
const separatorBytes = 16;
const deepest = 32;

/** @throws where the file is no MaxMind DB. */
export function openAddressData(file: Buffer): AddressData {
  const start = file.lastIndexOf(marker);
  if (start < 0) throw new Error("This is no MaxMind DB file");
  const metadata = record(decode(file, start + marker.length, start + marker.length, 0).value);
  const nodes = Number(metadata.node_count);
  const bits = Number(metadata.record_size);
  const isWide = Number(metadata.ip_version) === 6;
  if (!(nodes > 0) || ![24, 28, 32].includes(bits)) throw new Error("This MaxMind DB file is damaged");
  const nodeBytes = bits / 4;
  const dataStart = nodes * nodeBytes + separatorBytes;
  const child = (node: number, bit: number): number => {
    const at = node * nodeBytes;
    if (bits === 24) return file.readUIntBE(at + bit * 3, 3);
    if (bits === 32) return file.readUInt32BE(at + bit * 4);
    const middle = file[at + 3]!;
    const high = bit === 0 ? middle >> 4 : middle & 15;
    return high * 0x100_0000 + file.readUIntBE(at + bit * 4, 3);
  };
  return {
    find(ip) {
      const address = addressBytes(ip, isWide);
      if (address === undefined) return undefined;
      try {
        let node = 0;
        for (let i = 0; i < address.length * 8 && node < nodes; i++) {
          node = child(node, (address[i >> 3]! >> (7 - (i & 7))) & 1);
        }
        if (node <= nodes) return undefined;
        return record(decode(file, dataStart + node - nodes - separatorBytes, dataStart, 0).value);
      } catch {
        return undefined;
      }
    },
  };
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The bytes of an address; one of IPv4 stands in the last four of a tree for IPv6. */
function addressBytes(ip: string, isWide: boolean): number[] | undefined {
  const plain = ip.startsWith("::ffff:") && ip.includes(".") ? ip.slice(7) : ip;
  if (isIPv4(plain)) {
    const bytes = plain.split(".").map(Number);
    return isWide ? [...Array<number>(12).fill(0), ...bytes] : bytes;
  }
  if (!isIPv6(plain) || !isWide) return undefined;
  const [head = "", tail] = (plain.split("%")[0] ?? "").split("::");
  const groups = (part: string | undefined): number[] =>
    part ? part.split(":").map((group) => Number.parseInt(group, 16)) : [];
  const before = groups(head);
  const after = groups(tail);
  const middle = Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0);
  return [...before, ...middle, ...after].flatMap((group) => [group >> 8, group & 255]);
}

type Decoded = { value: unknown; end: number };

/** One value at `at`; pointers count from `base`. */
function decode(file: Buffer, at: number, base: number, depth: number): Decoded {
  if (depth > deepest) throw new Error("too deep");
  const control = file.readUInt8(at);
  let type = control >> 5;
  let next = at + 1;
  if (type === 1) return pointer(file, control, next, base, depth);
  if (type === 0) {
    type = 7 + file.readUInt8(next);
    next++;
  }
  let size = control & 31;
  if (size >= 29) {
    const bytes = size - 28;
    size = [29, 285, 65_821][bytes - 1]! + file.readUIntBE(next, bytes);
    next += bytes;
  }
  if (type === 7) return map(file, next, size, base, depth);
  if (type === 11) return array(file, next, size, base, depth);
  if (type === 14) return { value: size === 1, end: next };
  return { value: scalar(file, type, next, size), end: next + size };
}

function pointer(file: Buffer, control: number, at: number, base: number, depth: number): Decoded {
  const bytes = ((control >> 3) & 3) + 1;
  const low = file.readUIntBE(at, bytes);
  const high = bytes === 4 ? 0 : (control & 7) * 256 ** bytes;
  const offset = [0, 2_048, 526_336, 0][bytes - 1]!;
  return { value: decode(file, base + high + low + offset, base, depth + 1).value, end: at + bytes };
}

function map(file: Buffer, start: number, size: number, base: number, depth: number): Decoded {
  const value: Record<string, unknown> = {};
  let at = start;
  for (let i = 0; i < size; i++) {
    const key = decode(file, at, base, depth + 1);
    const entry = decode(file, key.end, base, depth + 1);
    value[String(key.value)] = entry.value;
    at = entry.end;
  }
  return { value, end: at };
}

function array(file: Buffer, start: number, size: number, base: number, depth: number): Decoded {
  const value: unknown[] = [];
  let at = start;
  for (let i = 0; i < size; i++) {
    const entry = decode(file, at, base, depth + 1);
    value.push(entry.value);
    at = entry.end;
  }
  return { value, end: at };
}

function scalar(file: Buffer, type: number, at: number, size: number): unknown {
  if (at + size > file.length) throw new Error("beyond the end");
  if (type === 2) return file.toString("utf8", at, at + size);
  if (type === 3) return file.readDoubleBE(at);
  if (type === 15) return file.readFloatBE(at);
  if (type === 4) return file.subarray(at, at + size);
  const whole = size === 0 ? 0n : BigInt(`0x${file.toString("hex", at, at + size)}`);
  const signed = type === 8 && size === 4 ? BigInt.asIntN(32, whole) : whole;
  return size > 6 ? signed : Number(signed);
}
