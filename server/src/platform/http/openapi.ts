import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { ApiDocument } from "./api-document.ts";
import { sessionCookie } from "./cookies.ts";
import { apiBase } from "./mount.ts";
import { referencePage, referenceStyle } from "./reference-page.ts";

/** Collects the document from the routes that are mounted afterwards, and serves it with a reference to browse. */
export async function addOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Litfass API",
        version,
        description:
          "State-changing calls carry the value of the cookie XSRF-TOKEN (GET /api/v1/csrf-cookie) in the header X-XSRF-TOKEN.",
      },
      servers: [{ url: "/" }],
      components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: sessionCookie } } },
    },
    hideUntagged: true,
    transform: jsonSchemaTransform,
  });
  let document: ApiDocument | null = null;
  const current = (): ApiDocument => {
    document ??= app.swagger() as unknown as ApiDocument;
    return document;
  };
  app.get(`${apiBase}/openapi.json`, async () => current());
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(referencePage(current())),
  );
  app.get("/api/docs/style.css", async (_request, reply) => reply.type("text/css").send(referenceStyle));
}
