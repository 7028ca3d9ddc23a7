import { isIPv4 } from "node:net";

/** A value of a MaxMind DB file; `doubles` and wide numbers are not needed by the tests. */
type Value = string | number | boolean | Value[] | { [key: string]: Value };

export type AddressFile = {
  /** Networks like `192.0.2.0/24` and their data. */
  networks: Record<string, Value>;
  recordSize?: 24 | 28 | 32;
  ipVersion?: 4 | 6;
};

type Node = [Node | Leaf | null, Node | Leaf | null];
type Leaf = { offset: number };

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const types = { text: 2, uint32: 6, map: 7, array: 11, boolean: 14 } as const;

/** Writes a MaxMind DB file, format 2.0: the tree of networks, the data, and the metadata. */
export function addressFile({ networks, recordSize = 28, ipVersion = 6 }: AddressFile): Buffer {
  const root: Node = [null, null];
  const data: Buffer[] = [];
  let written = 0;
  for (const [network, value] of Object.entries(networks)) {
    insert(root, bitsOf(network, ipVersion), { offset: written });
    const bytes = encode(value);
    data.push(bytes);
    written += bytes.length;
  }
  const nodes = list(root);
  const numbers = new Map(nodes.map((node, at) => [node, at]));
  const pointer = (child: Node | Leaf | null): number => {
    if (child === null) return nodes.length;
    return Array.isArray(child) ? (numbers.get(child) ?? 0) : nodes.length + 16 + child.offset;
  };
  const tree = nodes.map(([left, right]) => record(pointer(left), pointer(right), recordSize));
  const metadata = encode({
    node_count: nodes.length,
    record_size: recordSize,
    ip_version: ipVersion,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    database_type: "Test",
    languages: ["en"],
    description: { en: "Networks for tests" },
  });
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, metadata]);
}

function insert(root: Node, bits: number[], leaf: Leaf): void {
  let node = root;
  for (const [at, bit] of bits.entries()) {
    if (at === bits.length - 1) {
      node[bit] = leaf;
      return;
    }
    const next = node[bit];
    const child: Node = Array.isArray(next) ? next : [null, null];
    node[bit] = child;
    node = child;
  }
}

/** The nodes of the tree, root first. */
function list(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) for (const child of node) if (Array.isArray(child)) nodes.push(child);
  return nodes;
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [ip = "", length] = network.split("/");
  const isOld = isIPv4(ip);
  const bytes = isOld ? ip.split(".").map(Number) : groupsOf(ip).flatMap((group) => [group >> 8, group & 255]);
  const all = isOld && ipVersion === 6 ? [...Array<number>(12).fill(0), ...bytes] : bytes;
  const bits = all.flatMap((byte) => [...byte.toString(2).padStart(8, "0")].map(Number));
  return bits.slice(0, Number(length) + (isOld && ipVersion === 6 ? 96 : 0));
}

function groupsOf(ip: string): number[] {
  const [before = [], after = []] = ip
    .split("::")
    .map((part) => (part ? part.split(":").map((group) => Number.parseInt(group, 16)) : []));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function record(left: number, right: number, size: number): Buffer {
  const bytes = Buffer.alloc(size / 4);
  if (size === 32) {
    bytes.writeUInt32BE(left, 0);
    bytes.writeUInt32BE(right, 4);
    return bytes;
  }
  bytes.writeUIntBE(left & 0xff_ffff, 0, 3);
  bytes.writeUIntBE(right & 0xff_ffff, size === 24 ? 3 : 4, 3);
  // With 28 bits per number, the byte in the middle holds the highest four of both.
  if (size === 28) bytes[3] = ((left >>> 24) << 4) | (right >>> 24);
  return bytes;
}

function encode(value: Value): Buffer {
  if (typeof value === "string") return typed(types.text, Buffer.byteLength(value), Buffer.from(value));
  if (typeof value === "boolean") return typed(types.boolean, value ? 1 : 0);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return typed(types.uint32, 4, bytes);
  }
  if (Array.isArray(value)) return typed(types.array, value.length, ...value.map(encode));
  const entries = Object.entries(value);
  return typed(types.map, entries.length, ...entries.flatMap(([key, part]) => [encode(key), encode(part)]));
}

/** A control byte, for a type above 7 a second one, and a size of up to 284. */
function typed(type: number, size: number, ...parts: Buffer[]): Buffer {
  const short = Math.min(size, 29);
  const control = type > 7 ? [short, type - 7] : [(type << 5) | short];
  const longer = size >= 29 ? [size - 29] : [];
  return Buffer.concat([Buffer.from([...control, ...longer]), ...parts]);
}
