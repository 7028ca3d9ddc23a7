import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** A file as an answer. */
export type FileAnswer = {
  body: Buffer | Readable | string;
  contentType: string;
  filename?: string;
  /** Shown in the browser rather than saved. */
  inline?: boolean;
};

export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.filename) {
    const kind = file.inline ? "inline" : "attachment";
    const plain = file.filename.replaceAll(/[^\w.\- ]/g, "_");
    const encoded = encodeURIComponent(file.filename).replaceAll("'", "%27");
    reply.header("content-disposition", `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`);
  }
  return reply.type(file.contentType).send(file.body);
}
