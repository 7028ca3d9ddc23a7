import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { operationIdOf } from "@litfass/contract/operation-id";
import type { FastifySchema } from "fastify";
import { z } from "zod";
import { documentedProblems } from "./declared-errors.ts";

/** The status of an endpoint's success. */
export const successStatus = (endpoint: EndpointDefinition): number =>
  endpoint.status ?? (endpoint.output === null ? 204 : 200);

/**
 * The schema of a route: Fastify validates with it, and the OpenAPI document is generated from it. `hide` excludes
 * it.
 */
export function routeSchema(endpoint: EndpointDefinition, { hide }: { hide: boolean }): FastifySchema {
  const documented = {
    hide,
    operationId: operationIdOf(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(endpoint.multipart ? { consumes: ["multipart/form-data"] } : {}),
  };
  return {
    ...documented,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body && endpoint.method !== "GET" ? { body: endpoint.body } : {}),
    response: { ...successOf(endpoint), ...documentedProblems(endpoint) },
  } as FastifySchema;
}

/** All schemes of one entry are required together; an empty list means none. */
function securityOf({ method, who }: EndpointDefinition): Record<string, []>[] {
  const needed: Record<string, []> = {
    ...(who.kind === "visitor" ? {} : { session: [] }),
    ...(method === "GET" ? {} : { antiForgery: [] }),
  };
  return Object.keys(needed).length > 0 ? [needed] : [];
}

function successOf(endpoint: EndpointDefinition): Record<string, unknown> {
  const { output } = endpoint;
  const status = successStatus(endpoint);
  if (output === null) return { [status]: z.null().describe("Done") };
  if (!("file" in output)) {
    return { [status]: { description: "Done", content: { "application/json": { schema: output } } } };
  }
  const binary = z.string().meta({ format: "binary" });
  const content = Object.fromEntries(output.file.map((type) => [type, { schema: binary }]));
  const whole = { [status]: { description: "The file", content } };
  if (!output.ranges) return whole;
  return {
    ...whole,
    206: { description: "The part of the file that the Range header asks for", content },
    416: z.null().describe("The file has no such part"),
  };
}
