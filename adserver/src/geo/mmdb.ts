import { isIPv4, isIPv6 } from "node:net";
import { Reader } from "mmdb-lib";
import { type JsonRecord, record } from "../kernel/coerce.ts";

/** Look-ups in a MaxMind DB file; `find` returns the data of the address's network and never throws. */
export type AddressData = { find(ip: string): JsonRecord | undefined };

const dataSeparatorBytes = 16;

/** @throws if the file is not a readable MaxMind DB. */
export function openAddressData(file: Buffer): AddressData {
  const reader = openReader(file);
  const hasIPv6 = reader.metadata.ipVersion === 6;
  return {
    find(ip) {
      const address = ip.startsWith("::ffff:") && ip.includes(".") ? ip.slice(7) : ip;
      if (!isIPv4(address) && !(hasIPv6 && isIPv6(address))) return undefined;
      try {
        const found: unknown = reader.get(address);
        return found === null ? undefined : record(found);
      } catch {
        // A damaged part of the file: ads without a location are better than none.
        return undefined;
      }
    },
  };
}

function openReader(file: Buffer): Reader<never> {
  try {
    const reader = new Reader<never>(file);
    const { ipVersion, nodeCount, searchTreeSize } = reader.metadata;
    // The library trusts the metadata and would silently find nothing in a truncated file.
    const isWhole = nodeCount > 0 && searchTreeSize + dataSeparatorBytes < file.length;
    if (!isWhole || (ipVersion !== 4 && ipVersion !== 6)) throw new Error("the search tree is incomplete");
    return reader;
  } catch (cause) {
    throw new Error("not a readable MaxMind DB file", { cause });
  }
}
