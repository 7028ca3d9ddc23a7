import { endpoint } from "@litfass/contract/kernel/endpoint";
import { visitor } from "@litfass/contract/kernel/who";
import { mountPublic } from "@litfass/platform/http/mount";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Stack, startStack } from "./stack.ts";

const thing = endpoint({
  method: "GET",
  path: "/test/answers/:kind",
  tag: "Test",
  summary: "Answers as it is told",
  who: visitor,
  params: z.object({ kind: z.enum(["declared", "status", "body", "type"]) }),
  output: z.object({ name: z.string() }),
});

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    routes: (app) =>
      mountPublic(app, thing, async ({ params: { kind }, reply }) => {
        if (kind === "declared") return { name: "thing" };
        const plain = reply.serializer((payload: unknown) => JSON.stringify(payload));
        if (kind === "status") plain.code(409).send({ message: "Taken", code: "conflict" });
        if (kind === "body") plain.code(200).type("application/json").send({ name: 7 });
        if (kind === "type") plain.code(200).type("text/plain").send({ name: "thing" });
        return { name: "thing" };
      }),
  });
});

test("a call fails its test when the answer's status, body or type is not declared", async () => {
  const client = stack.visitor();
  expect((await client.get("/test/answers/declared")).body).toEqual({ name: "thing" });
  expect((await client.get("/test/answers/unknown")).status).toBe(404);
  await expect(client.get("/test/answers/status")).rejects.toThrow("answers 409, which it does not declare");
  await expect(client.get("/test/answers/body")).rejects.toThrow("/name must be string");
  await expect(client.get("/test/answers/type")).rejects.toThrow("text/plain, which it does not declare");
});

test("an undeclared response that no client read fails when the stack is closed", async () => {
  await stack.app.inject({ method: "GET", url: "/api/v1/test/answers/status" });
  await expect(stack.close()).rejects.toThrow("answers 409");
});
