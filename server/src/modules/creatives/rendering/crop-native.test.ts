import { nativeSizes } from "@litfass/contract/adserver/native-sizes";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createNativeCrops, cropOf } from "./crop-native.ts";

const crops = createNativeCrops();

/** A picture whose left third is red, its middle green and its right blue. */
const stripes = async (width: number, height: number) => {
  const part = (background: string, left: number) => ({
    input: { create: { width: Math.round(width / 3), height, channels: 3 as const, background } },
    left: Math.round((left * width) / 3),
    top: 0,
  });
  const canvas = sharp({ create: { width, height, channels: 3, background: "#0000ff" } });
  const body = await canvas
    .composite([part("#ff0000", 0), part("#00ff00", 1)])
    .webp({ lossless: true })
    .toBuffer();
  return { body, contentType: "image/webp", width, height };
};
const colorOf = async (body: Buffer): Promise<number[]> => {
  const { channels } = await sharp(body).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean / 255));
};

test("a crop has the proportion, lies in the picture, is as large as possible and follows the focus", () => {
  const side = fc.integer({ min: 16, max: 3000 });
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const size = fc.constantFrom(...nativeSizes.main, ...nativeSizes.icon);
  fc.assert(
    fc.property(side, side, part, part, size, (width, height, x, y, [w, h]) => {
      const crop = cropOf({ width, height, focus: { x, y } }, w, h);
      expect(crop.left).toBeGreaterThanOrEqual(0);
      expect(crop.top).toBeGreaterThanOrEqual(0);
      expect(crop.left + crop.width).toBeLessThanOrEqual(width);
      expect(crop.top + crop.height).toBeLessThanOrEqual(height);
      expect(crop.width === width || crop.height === height).toBe(true);
      expect(Math.abs(crop.width * h - crop.height * w)).toBeLessThanOrEqual(Math.max(w, h));
    }),
  );
});

test("the main image is cut around its focus in every size, as JPEG", async () => {
  const picture = await stripes(1500, 500);
  const left = await crops.main({ ...picture, focus: { x: 0, y: 0.5 } });
  expect(left.map(({ width, height }) => [width, height])).toEqual(nativeSizes.main.map((size) => [...size]));
  const square = ({ width, height }: { width: number; height: number }) => width === height;
  expect(await colorOf(left.find(square)!.body)).toEqual([1, 0, 0]);
  const right = await crops.main({ ...picture, focus: { x: 1, y: 0.5 } });
  expect(await colorOf(right.find(square)!.body)).toEqual([0, 0, 1]);
  for (const { body, width, height } of left) {
    expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width, height });
  }
});

test("a picture is not enlarged to a blur, and a logo is never cut", async () => {
  const small = { ...(await stripes(300, 250)), focus: { x: 0.5, y: 0.5 } };
  expect((await crops.main(small)).map(({ width }) => width)).toEqual([600, 300]);
  const [icon] = await crops.icons(await stripes(600, 200), small);
  const { data, info } = await sharp(icon!.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  expect([info.width, info.height]).toEqual([300, 300]);
  expect(pixel(150, 10)[3]).toBe(0);
  expect([pixel(20, 150), pixel(280, 150)]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ]);
  expect((await crops.icons(null, small)).map(({ width, contentType }) => [width, contentType])).toEqual([
    [300, "image/jpeg"],
    [80, "image/jpeg"],
  ]);
  expect(await crops.icons(null, undefined)).toEqual([]);
});
