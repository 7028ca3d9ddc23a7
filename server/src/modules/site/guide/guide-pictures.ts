import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { guidePictures } from "./guide-contents.ts";

/** Pictures of the product by file name, with their addresses and sizes. */
export type GuidePictures = ReadonlyMap<string, { url: string; width: number; height: number }>;

/** Serves the pictures that `npm run docs:pictures` made of the running product. */
export function servePictures(app: FastifyInstance): GuidePictures {
  if (!existsSync(guidePictures)) return new Map();
  const names = readdirSync(guidePictures).filter((name) => name.endsWith(".png"));
  return new Map(
    names.map((name) => {
      const content = readFileSync(path.join(guidePictures, name));
      const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
      const url = `/docs/pictures/${hash}-${name}`;
      app.get(url, (_request, reply) =>
        reply.type("image/png").header("cache-control", "public, max-age=31536000, immutable").send(content),
      );
      return [name, { url, ...sizeOfPng(content) }];
    }),
  );
}

/** Pixels of a picture per CSS pixel, as `scripts/docs-pictures.ts` takes them. */
const scale = 2;

/** Width and height from the first chunk of a PNG (W3C PNG, 11.2.1). */
const sizeOfPng = (content: Buffer) => ({
  width: Math.round(content.readUInt32BE(16) / scale),
  height: Math.round(content.readUInt32BE(20) / scale),
});
