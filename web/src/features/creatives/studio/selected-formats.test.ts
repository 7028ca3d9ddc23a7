import type { Creative } from "@litfass/contract/creatives/template-groups";
import { expect, test } from "vitest";
import { creativesAfter, selectedFormats } from "./selected-formats.ts";

const creative = (uuid: string, format: string, is_selected: boolean) => ({ uuid, format, is_selected }) as Creative;
const poster = {
  creatives: [creative("p1", "300x250", true), creative("p2", "728x90", false)],
  additional: [creative("p3", "320x50", true), creative("p4", "468x60", false)],
};
const split = {
  creatives: [creative("s1", "300x250", false), creative("s2", "728x90", false)],
  additional: [creative("s3", "320x50", false), creative("s4", "468x60", false)],
};

test("the preview shows the used formats, added ones last", () => {
  expect(selectedFormats(poster)).toEqual(["300x250", "320x50"]);
});

test("another template comes with its basic set and the formats that were added before", () => {
  expect(creativesAfter(poster, split)).toEqual(["s1", "s2", "s3"]);
  expect(creativesAfter(undefined, split)).toEqual(["s1", "s2"]);
});
