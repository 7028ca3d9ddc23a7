import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { guidePictures } from "./guide-contents.ts";

type Picture = { url: string; width: number; height: number };
/** Pictures of the product by file name, with their addresses and sizes; `small` is for phones and simple displays. */
export type GuidePictures = ReadonlyMap<string, Picture & { small: Picture }>;

/** The width of `name-small.webp`, that of the guide's text on a wide screen. */
export const smallWidth = 832;
/** The file of the smaller version of a picture. */
export const smallOf = (name: string): string => name.replace(/\.webp$/, "-small.webp");

/** Serves the pictures that `npm run docs:pictures` made of the running product. */
export function servePictures(app: FastifyInstance): GuidePictures {
  if (!existsSync(guidePictures)) return new Map();
  const names = readdirSync(guidePictures).filter((name) => name.endsWith(".webp"));
  const served = new Map(names.map((name) => [name, servePicture(app, name)]));
  return new Map(
    [...served].flatMap(([name, picture]) => {
      const small = served.get(smallOf(name));
      return small && name !== smallOf(name) ? [[name, { ...picture, small }]] : [];
    }),
  );
}

function servePicture(app: FastifyInstance, name: string): Picture {
  const content = readFileSync(path.join(guidePictures, name));
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const url = `/docs/pictures/${hash}-${name}`;
  app.get(url, (_request, reply) =>
    reply.type("image/webp").header("cache-control", "public, max-age=31536000, immutable").send(content),
  );
  return { url, ...sizeOfWebp(content) };
}

/** Width and height of a lossless (RFC 9649, 3.4) or a lossy picture (RFC 6386, 9.1) without further chunks. */
function sizeOfWebp(content: Buffer): { width: number; height: number } {
  const kind = content.toString("latin1", 12, 16);
  if (kind === "VP8L") {
    const bits = content.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind === "VP8 ") {
    return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
  }
  throw new Error(`a picture of the guide has an unknown format: ${kind}`);
}
