import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { callIdentity, linkInMail, signUpPerson } from "../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { identityMailJob } from "./mail-delivery.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await signUpPerson(stack, "anna@customer.example");
});
afterAll(() => stack.close());
afterEach(() => vi.restoreAllMocks());

const forgotPassword = () =>
  callIdentity(stack, "sendOobCode", { requestType: "PASSWORD_RESET", email: "anna@customer.example" });
const breakMail = (error: Error) => vi.spyOn(stack.platform.mailer, "send").mockRejectedValue(error);
async function waiting(): Promise<{ data: { sealed: string } }[]> {
  const { rows } = await stack.platform.db.execute<{ data: { sealed: string } }>(
    sql`select data from pgboss.job where name = ${identityMailJob} and state = 'created'`,
  );
  return rows;
}

test("without a mail server no call fails, and the mail goes out by a job once it is back", async () => {
  const broken = breakMail(new Error("connect ECONNREFUSED"));
  expect((await forgotPassword()).status).toBe(200);
  expect(stack.outbox).toEqual([]);
  const [job, ...others] = await waiting();
  expect(others).toEqual([]);
  expect(JSON.stringify(job)).not.toMatch(/anna|reset-password|oobCode/);
  broken.mockRestore();
  await stack.platform.jobs.drain(identityMailJob);
  expect(stack.outbox.map(({ to }) => to)).toEqual(["anna@customer.example"]);
  expect(linkInMail(stack, "anna@customer.example").pathname).toBe("/reset-password");
});

test("a mail server that does not answer delays a call by 3 seconds at most", async () => {
  const { promise, reject } = Promise.withResolvers<void>();
  vi.spyOn(stack.platform.mailer, "send").mockReturnValue(promise);
  const startedMs = performance.now();
  expect((await forgotPassword()).status).toBe(200);
  expect(performance.now() - startedMs).toBeLessThan(4_500);
  expect(await waiting()).toEqual([]);
  reject(new Error("Greeting never received"));
  await expect.poll(async () => (await waiting()).length).toBe(1);
});

test("an address that the mail server refuses is not tried again", async () => {
  const before = (await waiting()).length;
  breakMail(Object.assign(new Error("no such user"), { code: "EENVELOPE", responseCode: 550 }));
  expect((await forgotPassword()).status).toBe(200);
  expect(await waiting()).toHaveLength(before);
});
