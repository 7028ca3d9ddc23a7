import { type EndpointName, endpoints } from "@litfass/contract/index";
import { acceptsIdempotencyKey, type EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { errorStatus } from "@litfass/contract/kernel/errors";
import type { ApiDocument, ApiOperation } from "@litfass/platform/http/openapi/api-document";
import { tooMany } from "@litfass/platform/problem";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Stack, startStack } from "../testing/stack.ts";

const all = Object.entries<EndpointDefinition>(endpoints);
let stack: Stack;
let text: string;
let document: ApiDocument;
let operations: Map<string | undefined, ApiOperation>;
beforeAll(async () => {
  stack = await startStack();
  text = (await stack.visitor().get("/openapi.json")).text;
  document = JSON.parse(text);
  const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  operations = new Map(listed.map((operation) => [operation.operationId, operation]));
});
afterAll(() => stack.close());

const operationOf = (name: string): ApiOperation => {
  const operation = operations.get(name);
  if (!operation) throw new Error(`The document has no operation ${name}`);
  return operation;
};

test("the document is made once, and requests for it count towards the limit of their address", async () => {
  const made = vi.spyOn(stack.app, "swagger");
  for (let call = 0; call < 3; call += 1) expect((await stack.visitor().get("/openapi.json")).text).toBe(text);
  expect(made).not.toHaveBeenCalled();
  const limit = vi.spyOn(stack.app.services.limits, "countAddress").mockRejectedValue(tooMany(30));
  const refused = await stack.visitor().get("/openapi.json");
  limit.mockRestore();
  made.mockRestore();
  expect([refused.status, refused.body.code]).toEqual([429, "too_many_requests"]);
});

test("[HTTP-008] the served document passes an independent validator, references and examples included", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      "no-invalid-media-type-examples": "error",
      "no-invalid-parameter-examples": "error",
      "operation-operationId": "error",
      "operation-tag-defined": "error",
      // Fixed segments take precedence over parameters, and paths are part of the interface.
      "no-ambiguous-paths": "off",
      // Keys of records are required without being properties of their own.
      "no-required-schema-properties-undefined": "off",
    },
  });
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  expect(found).toEqual([]);
}, 120_000);

test("the document has one operation for each endpoint of the contract, with a unique name", () => {
  const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(listed.map(({ operationId }) => operationId).sort()).toEqual(all.map(([name]) => name).sort());
});

test("Idempotency-Key is a header of exactly the calls that accept it", () => {
  const takesKey = ([name]: [string, unknown]) =>
    operationOf(name).parameters?.some((each) => each.in === "header" && each.name === "Idempotency-Key") ?? false;
  const documented = all.filter(takesKey).map(([name]) => name);
  expect(documented).toEqual(all.filter(([, each]) => acceptsIdempotencyKey(each)).map(([name]) => name));
  const creating: EndpointName[] = ["createCampaign", "copyCampaign", "sendInvoice", "launchBulkCampaign"];
  expect(documented).toEqual(expect.arrayContaining(creating));
});

test("a user's transactions are listed with and without a customer, each with its own parameters", () => {
  const parameters = (name: EndpointName) =>
    operationOf(name).parameters?.flatMap((each) => (each.in === "path" ? [each.name] : []));
  expect(parameters("listUserTransactions")).toEqual(["user"]);
  expect(parameters("listTransactionsWithCustomer")).toEqual(["user", "customer"]);
});

test("the files of a form are fields of its body", () => {
  const fieldsOf = (name: EndpointName) =>
    Object.keys(operationOf(name).requestBody?.content?.["multipart/form-data"]?.schema?.properties ?? {});
  expect(fieldsOf("uploadLogo")).toEqual(["logo"]);
  expect(fieldsOf("createCreative")).toEqual(expect.arrayContaining(["width", "logo", "images"]));
});

test.for(all)("%s lists the errors that it declares", ([name, { errors = [] }]) => {
  const statuses = Object.keys(operationOf(name).responses ?? {});
  expect(statuses).toEqual(expect.arrayContaining(errors.map((code) => String(errorStatus[code]))));
});

describe("the example fits its schema", () => {
  const issuesOf = (schema: z.ZodType, example: unknown): string[] =>
    (schema.safeParse(example).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);

  const withBody = all.filter(([, { body, multipart }]) => body && !multipart);
  test.for(withBody)("in the request of %s", ([name, { body }]) => {
    const media = operationOf(name).requestBody?.content?.["application/json"];
    expect(media).toHaveProperty("example");
    expect(issuesOf(body as z.ZodType, media?.example), JSON.stringify(media?.example)).toEqual([]);
  });

  const withAnswer = all.filter(([, { output }]) => output instanceof z.ZodType);
  test.for(withAnswer)("in the answer of %s", ([name, { output, status = 200 }]) => {
    const media = operationOf(name).responses?.[status]?.content?.["application/json"];
    expect(media).toHaveProperty("example");
    expect(issuesOf(output as z.ZodType, media?.example), JSON.stringify(media?.example)).toEqual([]);
  });
});
