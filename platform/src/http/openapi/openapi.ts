import { createHash } from "node:crypto";
import swagger from "@fastify/swagger";
import { apiTags } from "@litfass/contract/api-tags";
import { productName } from "@litfass/contract/settings/default-settings";
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
        title: titleOf(productName),
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
  const titled = (name: string): ApiDocument => {
    const document = app.swagger() as unknown as ApiDocument;
    return { ...document, info: { ...document.info, title: titleOf(name) } };
  };
  const nameNow = () => app.services.platform.settings.current().brand.operator_name;
  const documentText = onceFor(nameNow, (name) => JSON.stringify(titled(name)));
  const pageText = onceFor(nameNow, (name) => referencePage(titled(name)));
  for (const [url, type, textOf] of [
    [`${apiBase}/openapi.json`, "application/json; charset=utf-8", documentText],
    ["/api/docs", "text/html; charset=utf-8", pageText],
    ["/api/docs/style.css", "text/css; charset=utf-8", onceFor(nameNow, () => referenceStyle)],
  ] as const) {
    app.get(url, async (request, reply) => {
      await app.services.limits.countAddress(request.ip);
      const { body, etag } = textOf();
      reply.headers({ "cache-control": "no-cache", etag });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(type).send(body);
    });
  }
}

const titleOf = (name: string): string => `${name} API`;

/** A text created at the first call, when all routes are mounted, and again for another name; with its ETag. */
function onceFor(nameNow: () => string, make: (name: string) => string): () => { body: Buffer; etag: string } {
  let made: { name: string; body: Buffer; etag: string } | null = null;
  return () => {
    const name = nameNow();
    if (made?.name === name) return made;
    const body = Buffer.from(make(name));
    made = { name, body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
    return made;
  };
}
