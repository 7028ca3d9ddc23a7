import { expect, test } from "vitest";
import { withUtm } from "./utm.ts";

const ad = { campaignId: 42, campaignName: "Frühling & Sommer", creativeUuid: "c-1", medium: "video" } as const;

test("[CLAIM-009] missing UTM parameters are added; existing ones, other parameters and the fragment are unchanged", () => {
  expect(withUtm("https://a.example/x?q=1%202&utm_source=mine#top", ad)).toBe(
    "https://a.example/x?q=1%202&utm_source=mine&utm_medium=video&utm_campaign=42-fruhling-sommer&utm_content=c-1#top",
  );
  expect(withUtm("https://a.example", ad)).toBe(
    "https://a.example/?utm_source=litfass&utm_medium=video&utm_campaign=42-fruhling-sommer&utm_content=c-1",
  );
});

test("only http and https URLs are destinations", () => {
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "nowhere", ""])
    expect(withUtm(bad, ad)).toBeUndefined();
});
