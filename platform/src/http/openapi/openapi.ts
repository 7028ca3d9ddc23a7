import { createHash } from "node:crypto";
import swagger from "@fastify/swagger";
import { apiTags } from "@litfass/contract/api-tags";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { sessionCookie } from "../cookies.ts";
import { apiBase } from "../mount.ts";
import type { ApiDocument } from "./api-document.ts";
import { completeDocument } from "./complete-document.ts";
import { referencePage, referenceStyle } from "./reference-page.ts";

/** Collects the document from the routes mounted afterwards, and serves it with a reference page. */
export async function addOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Litfass API",
        version,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
        description:
          "State-changing calls carry the value of the cookie XSRF-TOKEN (GET /api/v1/csrf-cookie) in the header X-XSRF-TOKEN.",
      },
      servers: [{ url: "/" }],
      tags: Object.entries(apiTags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: sessionCookie },
          antiForgery: { type: "apiKey", in: "header", name: "X-XSRF-TOKEN" },
        },
      },
    },
    hideUntagged: true,
    transform: jsonSchemaTransform,
    transformObject: (given) =>
      completeDocument(jsonSchemaTransformObject(given) as unknown as ApiDocument) as unknown as ReturnType<
        typeof jsonSchemaTransformObject
      >,
  });
  const documentText = onceOf(() => JSON.stringify(app.swagger()));
  const pageText = onceOf(() => referencePage(app.swagger() as unknown as ApiDocument));
  for (const [url, type, textOf] of [
    [`${apiBase}/openapi.json`, "application/json; charset=utf-8", documentText],
    ["/api/docs", "text/html; charset=utf-8", pageText],
    ["/api/docs/style.css", "text/css; charset=utf-8", onceOf(() => referenceStyle)],
  ] as const) {
    app.get(url, async (request, reply) => {
      await app.kit.limits.countAddress(request.ip);
      const { body, etag } = textOf();
      reply.headers({ "cache-control": "no-cache", etag });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(type).send(body);
    });
  }
}

/** A text created at the first call, when all routes are mounted, with its ETag. */
function onceOf(make: () => string): () => { body: Buffer; etag: string } {
  let made: { body: Buffer; etag: string } | null = null;
  return () => {
    if (made) return made;
    const body = Buffer.from(make());
    made = { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
    return made;
  };
}
