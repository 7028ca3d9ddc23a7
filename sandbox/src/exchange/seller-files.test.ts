import { expect, test } from "vitest";
import { publisherFile } from "./seller-files.ts";

test("the newspaper without an exchange names its account at the platform, which the demo's seed gives it", () => {
  const file = publisherFile("ads.txt", "anzeiger-aaretal.example", "ads.operator.example");
  expect(file?.split("\n")).toContain("ads.operator.example, pub-0032821016636694, DIRECT");
  expect(publisherFile("app-ads.txt", "anzeiger-aaretal.example", "ads.operator.example")).toBeUndefined();
});
