import { readFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "@litfass/platform/problem";
import sharp from "sharp";
import { expect, test } from "vitest";
import { compactImage, maxUploadBytes } from "./compact-image.ts";

const art = (name: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, "../templates", "art", `${name}.svg`));
const plain = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#c8361f" } })
    .png()
    .toBuffer();

/** An image that compresses badly, like a photograph of leaves. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: "#777777", noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

async function refusal(upload: Buffer): Promise<unknown> {
  try {
    await compactImage(upload, "image");
  } catch (error) {
    return error instanceof Problem ? error.details.errors : error;
  }
  return null;
}

test("[RULE-003] accepts 1499 x 1499 px, but not 1500 x 1500 and 1600 x 200", async () => {
  expect(await refusal(await plain(1499, 1499))).toBeNull();
  expect(await refusal(await plain(1500, 1500))).toEqual({ file: ["image.dimensions"] });
  expect(await refusal(await plain(1600, 200))).toEqual({ file: ["image.dimensions"] });
  expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="10"/>'))).toEqual({
    file: ["image.dimensions"],
  });
});

test("rejects a file that is not an image, whatever its name", async () => {
  const unreadable = { file: ["image.unreadable"] };
  expect(await refusal(Buffer.from("<html><script>alert(1)</script></html>"))).toEqual(unreadable);
  expect(await refusal(Buffer.from("%PDF-1.4"))).toEqual(unreadable);
  expect(await refusal((await plain(100, 100)).subarray(0, 60))).toEqual(unreadable);
  expect(await refusal(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><unclosed"))).toEqual(unreadable);
  expect(await refusal(Buffer.alloc(maxUploadBytes + 1))).toEqual({ file: ["rule.size"] });
});

test("every image becomes small enough for a banner", async () => {
  for (const upload of [await noise(1499, 1499), art("davos"), await plain(10, 10)]) {
    const image = await compactImage(upload, "image");
    expect(image.body.length).toBeLessThanOrEqual(52_000);
    expect((await sharp(image.body).metadata()).format).toBe("webp");
  }
  const logo = await compactImage(await noise(900, 900), "logo");
  expect(logo.body.length).toBeLessThanOrEqual(12_000);
}, 30_000);

test("a vector logo keeps its shape, transparency and colors", async () => {
  const logo = await compactImage(art("logo-schirm"), "logo");
  expect(logo.width / logo.height).toBeCloseTo(4.57, 1);
  expect(logo.width).toBeGreaterThan(500);
  expect((await sharp(logo.body).metadata()).hasAlpha).toBe(true);
  expect(logo.tones.length).toBeGreaterThan(0);
  for (const tone of logo.tones) expect(tone).toMatch(/^#[0-9a-f]{6}$/);
});

test("removes scripts and references from vector files", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">
    <script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>
    <rect width="40" height="40" fill="#00ff00" onload="alert(1)"/></svg>`;
  const image = await compactImage(Buffer.from(svg), "image");
  expect(image.body.toString("latin1")).not.toMatch(/script|passwd|onload/);
});

test("stores a rotated photograph upright and without metadata", async () => {
  const turned = await sharp(await plain(300, 100))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const image = await compactImage(turned, "image");
  expect([image.width, image.height]).toEqual([100, 300]);
  expect((await sharp(image.body).metadata()).exif).toBeUndefined();
});
