import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { describeCreative } from "./describe-creative.ts";
import type { CreativeRow } from "./tables.ts";

const creative = {
  id: 17,
  uuid: "5a7f0000-0000-4000-8000-000000000017",
  type: "image",
  width: 300,
  height: 250,
  title: "Bread & <butter>",
  description: 'Baked "by hand"\u0001, daily',
} as CreativeRow;

test("[PAGE-005] describes a non-video creative by id, type, dimensions, title and description", () => {
  const { documentElement: root } = new DOMParser().parseFromString(describeCreative(creative), "text/xml");
  const textOf = (name: string) => root?.getElementsByTagName(name)[0]?.textContent;
  const dimensions = root?.getElementsByTagName("dimensions")[0];
  expect({
    root: root?.tagName,
    id: root?.getAttribute("id"),
    uuid: root?.getAttribute("uuid"),
    type: root?.getAttribute("type"),
    dimensions: [dimensions?.getAttribute("width"), dimensions?.getAttribute("height")],
    title: textOf("title"),
    description: textOf("description"),
  }).toEqual({
    root: "creative",
    id: "17",
    uuid: creative.uuid,
    type: "image",
    dimensions: ["300", "250"],
    title: "Bread & <butter>",
    description: 'Baked "by hand", daily',
  });
});
