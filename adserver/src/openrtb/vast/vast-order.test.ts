import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { isAtLeast, type VastVersion } from "../../kernel/vast-version.ts";
import { vastSamples } from "../../testing/testing-vast.ts";

/**
 * The order and number of child elements that VAST's schemas demand, as far as our documents have such elements: `+` once
 * or more, `?` at most once, `*` any number, else exactly once. The schemas themselves validate the same documents in
 * `npm run test:conformance`; their license does not allow copies.
 */
const until3 = {
  InLine: "AdSystem AdTitle Error? Impression+ Creatives",
  Wrapper: "AdSystem VASTAdTagURI Error? Impression+ Creatives",
  "Wrapper Linear": "TrackingEvents? VideoClicks?",
  Creative: "Linear? CompanionAds?",
  Linear: "Duration TrackingEvents? VideoClicks? MediaFiles",
  Companion: "StaticResource? IFrameResource? HTMLResource? AltText? CompanionClickThrough?",
};
const since4 = {
  InLine:
    "AdSystem Error* Impression+ ViewableImpression? AdServingId? AdTitle AdVerifications? Advertiser? Creatives Description?",
  Wrapper: "AdSystem Error* Impression+ ViewableImpression? AdVerifications? Creatives? VASTAdTagURI",
  Creative: "CompanionAds? Linear? UniversalAdId+",
  "Wrapper Creative": "CompanionAds? Linear?",
  "Wrapper Linear": "Icons? TrackingEvents? VideoClicks?",
  Linear: "Icons? TrackingEvents? Duration MediaFiles VideoClicks?",
  Companion: "HTMLResource? IFrameResource? StaticResource? AltText? CompanionClickThrough?",
  ViewableImpression: "Viewable* NotViewable* ViewUndetermined*",
  Icon: "StaticResource IconClicks?",
  Verification: "JavaScriptResource+",
};
const every = {
  VAST: "Ad+",
  Ad: "InLine",
  "Wrapper Ad": "Wrapper",
  Creatives: "Creative+",
  CompanionAds: "Companion+",
  MediaFiles: "MediaFile+",
};
const rulesOf = (version: VastVersion): Record<string, string> => ({
  ...every,
  ...(isAtLeast(version, "4.0") ? since4 : until3),
});

const grammar = (rule: string): RegExp =>
  new RegExp(
    `^${rule
      .replace(/(\w+)([?*+]?)/g, "(?:$1 )$2")
      .replaceAll(") (", ")(")
      .replace(/([)?*+]) \(/g, "$1(")}$`,
  );

test("documents of every version, medium and companion have their elements in the order and number of the schemas", async () => {
  const samples = await vastSamples();
  expect(samples).toHaveLength(75);
  const seen = new Set<string>();
  for (const { name, version, xml } of samples) {
    const document = new DOMParser().parseFromString(xml, "text/xml");
    expect(document.documentElement?.getAttribute("version"), name).toBe(version);
    const isWrapper = document.getElementsByTagName("Wrapper").length > 0;
    const rules = rulesOf(version);
    for (const key of Object.keys(rules)) {
      const [parent = key, within] = key.split(" ").toReversed();
      const rule = (isWrapper && rules[`Wrapper ${parent}`]) || rules[key];
      if (within !== undefined || rule === undefined) continue;
      for (const element of Array.from(document.getElementsByTagName(parent))) {
        seen.add(parent);
        if (isWrapper && rules[`Wrapper ${parent}`] !== undefined) seen.add(`Wrapper ${parent}`);
        const children = Array.from(element.childNodes, ({ nodeName }) => `${nodeName} `).join("");
        expect(children, `${name}, ${parent}`).toMatch(grammar(rule));
        if (parent === "Companion") expect(children.match(/Resource /g), name).toHaveLength(1);
      }
    }
    const servingIds = document.getElementsByTagName("AdServingId");
    expect(servingIds, name).toHaveLength(isAtLeast(version, "4.1") && !isWrapper ? 1 : 0);
  }
  expect([...seen].sort()).toEqual(Object.keys({ ...every, ...since4 }).sort());
});
