import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Log } from "@litfass/platform/log/log";
import type { Locate } from "../serving/ad-server.ts";
import { dataCentresBy, locateBy } from "./locate.ts";

/** Look-ups in the operator's MaxMind files; undefined if a file is missing or damaged. */
export type AddressFiles = {
  locate: Locate | undefined;
  isDataCentre: ((ip: string) => boolean) | undefined;
};

/**
 * Opens `city.mmdb` and `anonymous-ip.mmdb` of a folder. A damaged file is logged and ignored, because ads without
 * locations are better than none.
 */
export function openAddressFiles(folder: string, log: Pick<Log, "error">): AddressFiles {
  const open = <Lookup>(name: string, use: (content: Buffer) => Lookup): Lookup | undefined => {
    const file = path.join(folder, name);
    if (!existsSync(file)) return undefined;
    try {
      return use(readFileSync(file));
    } catch (error) {
      log.error({ file, err: error }, "an address file cannot be read and is ignored");
      return undefined;
    }
  };
  return { locate: open("city.mmdb", locateBy), isDataCentre: open("anonymous-ip.mmdb", dataCentresBy) };
}
