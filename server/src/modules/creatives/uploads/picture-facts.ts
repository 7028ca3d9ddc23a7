/** Longer animations are reported. */
export const longestSeconds = 30;

/** What is known of the images of a zip, by file name. */
export type PictureFacts = {
  broken: string[];
  /** Animated images that never stop. */
  endless: string[];
  /** Animated images that run longer than allowed, in seconds. */
  long: [name: string, seconds: number][];
};

/** Reads images by their actual bytes. */
export async function readPictureFacts(files: Map<string, Buffer>): Promise<PictureFacts> {
  const { default: sharp } = await import("sharp");
  const facts: PictureFacts = { broken: [], endless: [], long: [] };
  for (const [name, body] of files) {
    if (!/\.(png|jpe?g|gif|webp)$/i.test(name)) continue;
    try {
      const { pages = 1, delay = [], loop = 1 } = await sharp(body, { limitInputPixels: 25_000_000 }).metadata();
      const seconds = delay.reduce((sum, one) => sum + one, 0) / 1000;
      if (pages > 1 && loop === 0) facts.endless.push(name);
      else if (seconds * loop > longestSeconds) facts.long.push([name, Math.round(seconds * loop)]);
    } catch {
      facts.broken.push(name);
    }
  }
  return facts;
}
