import { endpoints } from "@litfass/contract/index";
import { acceptsIdempotencyKey, type EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { operationIdOf } from "@litfass/contract/operation-id";
import type { ApiDocument, ApiOperation, JsonSchema } from "./api-document.ts";
import { createExamples, type ExampleOf } from "./examples.ts";

/** Adds what the routes' schemas lack: idempotency keys, the files of forms, and examples. */
export function completeDocument(document: ApiDocument): ApiDocument {
  const byOperation = new Map<string | undefined, EndpointDefinition>(
    Object.values(endpoints).map((each) => [operationIdOf(each), each]),
  );
  const exampleOf = createExamples(document.components.schemas);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const endpoint = byOperation.get(operation.operationId);
    if (endpoint) describeKey(operation, endpoint);
    if (operation.responses?.[206]) operation.parameters = [...(operation.parameters ?? []), range];
    if (endpoint?.multipart) describeForm(operation, endpoint.multipart.fileFields);
    addExamples(operation, exampleOf);
  }
  removeUnusedSchemas(document);
  return document;
}

const keySchema = { type: "string", pattern: "^[\\x21-\\x7e]{1,200}$" } as const;

function describeKey(operation: ApiOperation, endpoint: EndpointDefinition): void {
  if (!acceptsIdempotencyKey(endpoint)) return;
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "A repeated call with the same key and input gets the first answer; another input gets 409.",
      schema: keySchema,
      example: "0b9f6f0e-6d1c-4c1a-9d0e-2f6a4f5b7c11",
    },
  ];
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    if (Number(status) >= 300) continue;
    response.headers = {
      "Idempotency-Replayed": {
        description: "`true` where this is the stored answer of an earlier call.",
        schema: { type: "string", enum: ["true"] },
      },
    };
  }
}

const file: JsonSchema = { type: "string", contentMediaType: "application/octet-stream" };

/** The files of a form are fields besides those in the contract's schema. */
function describeForm(operation: ApiOperation, fileFields: Record<string, "one" | "many">): void {
  const fields = operation.requestBody?.content?.["multipart/form-data"]?.schema ?? {
    type: "object",
    properties: {},
    additionalProperties: false,
  };
  const files = Object.entries(fileFields).map(([name, count]) => [
    name,
    count === "one" ? file : { type: "array", items: file },
  ]);
  const schema = { ...fields, properties: { ...fields.properties, ...Object.fromEntries(files) } };
  operation.requestBody = { required: true, content: { "multipart/form-data": { schema } } };
}

const range = {
  name: "Range",
  in: "header",
  required: false,
  description: "One part of the file, for example `bytes=0-1023`.",
  schema: { type: "string" },
} as const;

function addExamples({ parameters, requestBody, responses }: ApiOperation, exampleOf: ExampleOf): void {
  for (const parameter of parameters ?? []) {
    if (!parameter.required || parameter.example !== undefined || !parameter.schema) continue;
    parameter.example = exampleOf(parameter.schema, parameter.name);
  }
  // Problems use the example of their schema, once for the whole document.
  const successes = Object.entries(responses ?? {}).filter(([status]) => Number(status) < 300);
  for (const content of [requestBody?.content, ...successes.map(([, { content }]) => content)]) {
    const media = content?.["application/json"];
    if (media?.schema) media.example = exampleOf(media.schema);
  }
}

const referencePrefix = "#/components/schemas/";

/** The generator lists each named schema for requests and responses; most are used for only one. */
function removeUnusedSchemas(document: ApiDocument): void {
  const { schemas } = document.components;
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    for (const [key, value] of Object.entries(node)) {
      const name = key === "$ref" && typeof value === "string" ? value.slice(referencePrefix.length) : null;
      if (name === null || used.has(name)) {
        visit(value);
        continue;
      }
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit(document.paths);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}
