import { readFileSync } from "node:fs";
import path from "node:path";
import type { VastVersion } from "@litfass/adserver/kernel/vast-version";
import { vastSamples } from "@litfass/adserver/testing/testing-vast";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { expect } from "vitest";
import { conformance } from "./samples.ts";

/** The schemas that IAB Tech Lab publishes; its license does not allow copies of them in this repository. */
const schemas: Record<VastVersion, string> = {
  "2.0": "vast_2.0.1.xsd",
  "3.0": "vast3_draft.xsd",
  "4.0": "vast4.xsd",
  "4.1": "vast_4.1.xsd",
  "4.2": "vast_4.2.xsd",
  // There is none of VAST 4.3, which added no element that our documents have.
  "4.3": "vast_4.2.xsd",
};

/** Some of the published files begin with a byte order mark. */
const parsed = (xml: string): XmlDocument => XmlDocument.fromString(xml.replace(/^\uFEFF/, ""));

/** VAST itself puts macros in brackets, which this validator accepts in no address. */
const withoutMacros = (xml: string): string => xml.replace(/\[([A-Z]+)\]/g, "$1");

conformance("VAST documents are valid by the schema of their version", "vast-xsd", async (folder) => {
  const samples = await vastSamples();
  const problems: string[] = [];
  for (const { name, version, xml } of samples) {
    using schema = parsed(readFileSync(path.join(folder, schemas[version]), "utf8"));
    using validator = XsdValidator.fromDoc(schema);
    using document = parsed(withoutMacros(xml));
    try {
      validator.validate(document);
    } catch (error) {
      problems.push(`${name}: ${(error instanceof Error ? error.message : String(error)).slice(0, 300)}`);
    }
  }
  expect(problems).toEqual([]);
  return samples.length;
});
