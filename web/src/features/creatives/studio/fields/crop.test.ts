import { expect, test } from "vitest";
import { cropIn, cropped, formatsWith, uncropped } from "./crop.ts";

const picture = (uuid: string, width: number, height: number) => ({
  ...{ uuid, kind: "image" as const, name: uuid, url: "", size_bytes: 1, tones: [], width, height },
  ...{ focus: { x: 0.5, y: 0.4 }, crops: {} },
});

test("one format gets its own crop, the others use the common point", () => {
  const own = cropped(picture("a", 400, 300), "300x250", { x: 0.2, zoom: 1.5 });
  expect(cropIn(own, "300x250")).toEqual({ x: 0.2, y: 0.4, zoom: 1.5 });
  expect(cropIn(own, "728x90")).toEqual({ x: 0.5, y: 0.4, zoom: 1 });
  const moved = cropped(own, null, { x: 0.9 });
  expect(cropIn(moved, "728x90").x).toBe(0.9);
  expect(cropIn(moved, "300x250").x).toBe(0.2);
  expect(uncropped(moved, "300x250").crops).toEqual({});
});

test("the zoom is limited to 1 to 3 times", () => {
  expect(cropped(picture("a", 1, 1), "300x250", { zoom: 9 }).crops["300x250"]?.zoom).toBe(3);
  expect(cropped(picture("a", 1, 1), "300x250", { zoom: 0.2 }).crops["300x250"]?.zoom).toBe(1);
});

test("each format shows the image with the closest aspect ratio", () => {
  const template = { picture: "required" as const, slots: { bb: 2, hp: 1, sk: 0.5, mr: 0.5, lb: 2 } };
  const images = [picture("wide", 800, 400), picture("tall", 400, 800)];
  expect(formatsWith(template, ["994x250", "160x600", "728x90"], images, "wide")).toEqual(["994x250", "728x90"]);
  expect(formatsWith({ ...template, picture: "none" }, ["994x250"], images, "wide")).toEqual([]);
});
