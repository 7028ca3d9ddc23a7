import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { dailyRatesJob, requestFirstRates } from "./fetch-daily-rates.ts";
import { readEcbRates } from "./parse-ecb-rates.ts";

const fileOf = (day: string, rates: Record<string, string | number>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='${day}'>${Object.entries(rates)
    .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
    .join("")}</Cube></Cube>
</gesmes:Envelope>`;

const answer = { status: 200, body: "" };
let server: Server;
let stack: Stack;
beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  stack = await startStack({
    env: { EXCHANGE_RATES_URL: `http://${host}/eurofxref-daily.xml`, PRIVATE_HOSTS: host },
  });
});
afterAll(async () => {
  await stack.close();
  server.close();
});

/** Publishes a file and runs the job. @returns the settings' rates. */
async function publish(body: string, status = 200) {
  Object.assign(answer, { status, body });
  const { jobs } = stack.platform;
  await jobs.send(dailyRatesJob, {});
  await jobs.drain(dailyRatesJob);
  const boss = await stack.signIn("super_admin");
  return (await boss.get("/settings/operator")).body.rates;
}

test("rates per euro become rates per franc", () => {
  expect(readEcbRates(fileOf("2026-11-20", { USD: 1.1592, CHF: 0.9353, JPY: "179.84" }))).toEqual({
    as_of_on: "2026-11-20",
    source: "ecb",
    per_franc: { CHF: 1, EUR: 1.06918, USD: 1.23939, JPY: 192.281 },
  });
});

test.each([
  ["an error page", "<html><body>Sorry</body></html>"],
  ["no franc", fileOf("2026-11-20", { USD: 1.1 })],
  ["a negative rate", fileOf("2026-11-20", { USD: -1, CHF: 0.9 })],
  ["no day", fileOf("", { CHF: 0.9 })],
])("%s is not read as rates", (_name, body) => {
  expect(() => readEcbRates(body)).toThrow("no reference rate");
});

test("a new installation asks for rates at once", async () => {
  const { jobs } = stack.platform;
  Object.assign(answer, { status: 200, body: fileOf("2026-11-18", { CHF: 0.94, USD: 1.16 }) });
  await requestFirstRates(stack.platform);
  expect(await jobs.drain(dailyRatesJob)).toBe(1);
  await requestFirstRates(stack.platform);
  expect(await jobs.drain(dailyRatesJob)).toBe(0);
});

test("a published file becomes a version with its source; one of the same day, a failure or a leap changes nothing", async () => {
  const first = await publish(fileOf("2026-11-19", { CHF: 0.94, USD: 1.16 }));
  expect(first).toMatchObject({ version: 2, settings: { as_of_on: "2026-11-19", source: "ecb" } });
  expect(first.settings.per_franc).toEqual({ CHF: 1, EUR: 1.06383, USD: 1.23404 });
  expect((await publish(fileOf("2026-11-19", { CHF: 0.9, USD: 1.16 }))).version).toBe(2);
  await expect(publish("gone", 503)).rejects.toThrow("answered 503");
  await expect(publish(fileOf("2026-11-20", { CHF: 0.94, USD: 11.6 }))).rejects.toThrow("USD moved");
  const boss = await stack.signIn("super_admin");
  const { data } = (await boss.get("/settings/operator/rates/versions")).body;
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({ is_automatic: true, note: "eurofxref-daily.xml" });
});

test("rates entered by hand apply until a later day is published", async () => {
  const boss = await stack.signIn("super_admin");
  const { rates } = (await boss.get("/settings/operator")).body;
  const settings = { as_of_on: "2026-11-20", per_franc: { CHF: 1, EUR: 1.05, USD: 1.2 } };
  const body = { version: rates.version, note: "Bank's rates", settings };
  expect((await boss.put("/settings/operator/rates", body)).status).toBe(200);
  const same = await publish(fileOf("2026-11-20", { CHF: 0.94, USD: 1.16 }));
  expect(same.settings).toMatchObject({ source: "manual", per_franc: { EUR: 1.05 } });
  const later = await publish(fileOf("2026-11-23", { CHF: 0.94, USD: 1.16 }));
  expect(later.settings).toMatchObject({ source: "ecb", as_of_on: "2026-11-23" });
});
