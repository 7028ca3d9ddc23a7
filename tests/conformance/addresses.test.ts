import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { openAddressData } from "@litfass/adserver/geo/mmdb";
import { expect } from "vitest";
import { conformance } from "./samples.ts";

type Place = { country?: unknown; city?: unknown };

conformance("every network of MaxMind's test files has its country and city", "geo", (folder) => {
  let compared = 0;
  for (const name of ["GeoLite2-City-Test", "GeoIP2-City-Test", "GeoLite2-Country-Test"]) {
    const reader = openAddressData(readFileSync(path.join(folder, "test-data", `${name}.mmdb`)));
    const source: Record<string, Place>[] = JSON.parse(
      readFileSync(path.join(folder, "source-data", `${name}.json`), "utf8"),
    );
    for (const [network, wanted] of source.flatMap((entry) => Object.entries(entry))) {
      const found = reader.find(network.split("/")[0]!.replace(/^::(\d+\.\d+\.\d+\.\d+)$/, "$1"));
      if (found === undefined) continue;
      compared++;
      expect(found.country, network).toEqual(wanted.country);
      expect(found.city, network).toEqual(wanted.city);
    }
  }
  return compared;
});

conformance("MaxMind's test files, whole and cut, are read or refused", "geo/test-data", (folder) => {
  const names = readdirSync(folder);
  for (const name of names) {
    const bytes = readFileSync(path.join(folder, name));
    for (const file of [bytes, bytes.subarray(bytes.length / 3)]) {
      try {
        const reader = openAddressData(file);
        for (const ip of ["1.1.1.1", "81.2.69.142", "2001:218::1", "::2.2.3.4"]) reader.find(ip);
      } catch (error) {
        expect(String(error)).toContain("not a readable MaxMind DB file");
      }
    }
  }
  return names.length;
});
