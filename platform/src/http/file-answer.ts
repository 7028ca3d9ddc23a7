import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { byteRange } from "./byte-range.ts";

/** A file as a response. */
export type FileAnswer = {
  body: Buffer | Readable | string;
  contentType: string;
  filename?: string;
  /** Displayed in the browser instead of downloaded. */
  inline?: boolean;
};

/** The whole file, or the range requested by a `Range` header. */
export function sendStretch(reply: FastifyReply, file: { body: Buffer; contentType: string }, header?: string): void {
  const range = byteRange(header, file.body.length);
  reply.header("accept-ranges", "bytes").type(file.contentType);
  if (range === "all") reply.send(file.body);
  else if (range === "unsatisfiable") reply.code(416).header("content-range", `bytes */${file.body.length}`).send();
  else {
    reply
      .code(206)
      .header("content-range", `bytes ${range.from}-${range.to}/${file.body.length}`)
      .send(file.body.subarray(range.from, range.to + 1));
  }
}

export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.filename) {
    const kind = file.inline ? "inline" : "attachment";
    const plain = file.filename.replaceAll(/[^\w.\- ]/g, "_");
    const encoded = encodeURIComponent(file.filename).replaceAll("'", "%27");
    reply.header("content-disposition", `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`);
  }
  return reply.type(file.contentType).send(file.body);
}
