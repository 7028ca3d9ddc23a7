import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Html } from "@litfass/platform/http/pages/html";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Fast enough for every request, and within a few percent of the best compression. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Sends a public page, which depends on the language and the session. */
export function sendHtml(request: FastifyRequest, reply: FastifyReply, page: Html): FastifyReply {
  reply
    .type("text/html; charset=utf-8")
    .headers({ "cache-control": "private, no-cache", vary: "accept-language, accept-encoding, cookie" });
  return sendCompressed(request, reply, page.text);
}

/** Sends a text, compressed if the client supports it. */
export function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(brotliCompressSync(text, brotli));
  if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(gzipSync(text));
  return reply.send(text);
}
