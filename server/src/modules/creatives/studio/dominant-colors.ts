/** The dominant colors of an image as #rrggbb, strongest first, at most three; transparent parts are ignored. */
export async function dominantColors(image: Buffer): Promise<string[]> {
  const { default: sharp } = await import("sharp");
  const { data } = await sharp(image)
    .resize({ width: 64, height: 64, fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const buckets = new Map<number, { count: number; sum: [number, number, number] }>();
  let opaque = 0;
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red, green, blue, alpha] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0];
    // Semitransparent edges blend with the background into colors that are not in the image.
    if (alpha < 200) continue;
    opaque += 1;
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const bucket = buckets.get(key) ?? { count: 0, sum: [0, 0, 0] };
    bucket.count += 1;
    bucket.sum[0] += red;
    bucket.sum[1] += green;
    bucket.sum[2] += blue;
    buckets.set(key, bucket);
  }
  return [...buckets.values()]
    .sort((a, b) => b.count - a.count)
    .filter((bucket, index) => index === 0 || bucket.count >= opaque * 0.1)
    .slice(0, 3)
    .map(({ count, sum }) => `#${sum.map((part) => hex(part / count)).join("")}`);
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, "0");
