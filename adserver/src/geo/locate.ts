import { record, text } from "../kernel/coerce.ts";
import type { Locate } from "../serving/ad-server.ts";
import { openAddressData } from "./mmdb.ts";

/** Looks up locations in a MaxMind city or country file, for requests with an address but no location. */
export function locateBy(file: Buffer): Locate {
  const data = openAddressData(file);
  return (ip) => {
    const found = data.find(ip);
    if (found === undefined) return undefined;
    const country = text(record(found.country ?? found.registered_country).iso_code);
    if (country === "") return undefined;
    const subdivisions = Array.isArray(found.subdivisions) ? found.subdivisions : [];
    const region = text(record(subdivisions[0]).iso_code);
    const city = text(record(record(found.city).names).en);
    return { country, region: region === "" ? "" : `${country}-${region}`, city };
  };
}

/** Recognizes data center addresses by a MaxMind anonymous IP file. */
export function dataCentresBy(file: Buffer): (ip: string) => boolean {
  const data = openAddressData(file);
  return (ip) => data.find(ip)?.is_hosting_provider === true;
}
