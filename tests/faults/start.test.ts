import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allGone, type Installation, newInstallation, type Run, until } from "../support/installation.ts";

let place: Installation;

beforeAll(async () => {
  place = await newInstallation();
});
afterAll(async () => {
  await stopPresent();
  place.remove();
});

/** Any selection of the tests works: what the one before leaves is started if it is missing, and stopped if it is in the way. */
let present: Run | undefined;
let hasDemo = false;
async function running(): Promise<Run> {
  if (!present) {
    present = place.start();
    await present.ready();
    hasDemo = true;
  }
  return present;
}

async function stop(run: Run): Promise<void> {
  run.child.kill("SIGINT");
  await run.ended();
  present = undefined;
}

async function stopPresent(): Promise<void> {
  if (present) await stop(present);
}

const oneLine = (text: string): string[] => text.split("\n").filter((line) => line && !line.startsWith("npm "));

test("starts, responds, rejects a second run on the same data, and stops completely on SIGTERM to npm", async () => {
  await stopPresent();
  const run = place.start(["npm", "start"]);
  await run.ready();
  hasDemo = true;
  expect((await fetch(`${place.apiUrl}/ready`)).status).toBe(200);
  expect((await fetch(`${place.apiUrl}/api/v1/openapi.json`)).status).toBe(200);
  const second = place.start();
  expect(await second.ended()).toBe(1);
  expect(oneLine(second.errors())).toEqual([
    expect.stringMatching(/^Litfass cannot start: Litfass already runs on .* \(process \d+\)$/),
  ]);
  const { all } = place.pids();
  expect(all).toHaveLength(new Set(all).size);
  expect(all.length).toBeGreaterThanOrEqual(4);
  // npm does not forward it, and ends at once.
  run.child.kill("SIGTERM");
  await until(() => allGone(all));
});

test("kill -9 of the supervisor leaves no process running, and the next start works", async () => {
  const run = await running();
  const { supervisor, all } = place.pids();
  process.kill(supervisor, "SIGKILL");
  await run.ended();
  await until(() => allGone(all));
  present = undefined;
  await running();
  expect((await fetch(`${place.apiUrl}/ready`)).status).toBe(200);
});

test("kill -9 of all processes leaves a folder that the next start can use", async () => {
  const run = await running();
  const { all } = place.pids();
  for (const pid of all) process.kill(pid, "SIGKILL");
  await run.ended();
  await until(() => allGone(all));
  present = undefined;
  await running();
  expect((await fetch(`${place.apiUrl}/ready`)).status).toBe(200);
});

test("restarts a crashed process, and stops completely on SIGINT", async () => {
  const run = await running();
  const { all } = place.pids();
  const api = place.pidOf("api");
  process.kill(api, "SIGKILL");
  await until(() => run.output().includes("api ended (SIGKILL) and is started again"));
  await until(() => place.pids().all.length === all.length && !place.pids().all.includes(api));
  const pids = place.pids().all;
  await stop(run);
  expect(allGone(pids)).toBe(true);
});

const production = (origin: string): Record<string, string> => ({
  PUBLIC_URL: origin,
  ADS_URL: "http://localhost:9",
  SMTP_URL: "smtp://localhost:9",
  SELLER_NAME: "Pillar AG",
  SELLER_STREET: "Gerberngasse",
  SELLER_HOUSE_NUMBER: "27",
  SELLER_POSTAL_CODE: "3011",
  SELLER_CITY: "Bern",
  SELLER_VAT_NUMBER: "CHE-123.456.788 MWST",
  SELLER_IBAN: "CH4431999123000889012",
});

test("a production installation rejects demo data, and starts empty without demo and sandbox", async () => {
  if (!hasDemo) await running();
  await stopPresent();
  const command = ["node", "scripts/launch.mjs", "start", "--production"];
  const refused = place.start(command, production(place.apiUrl));
  expect(await refused.ended()).toBe(1);
  expect(oneLine(refused.errors())).toEqual([
    "Litfass cannot start: the database holds demo data; set DATA_DIR or DATABASE_URL to an empty place",
  ]);
  const empty = await newInstallation();
  try {
    const run = empty.start(command, production(empty.apiUrl));
    await run.ready();
    expect(run.output()).not.toMatch(/demo|Sandbox/i);
    run.child.kill("SIGTERM");
    expect(await run.ended()).toBe(0);
    const forgotten = empty.start();
    expect(await forgotten.ended()).toBe(1);
    expect(oneLine(forgotten.errors())).toEqual([
      "Litfass cannot start: the database is in production and takes no demo or sandbox; start with: npm start -- --production",
    ]);
  } finally {
    empty.remove();
  }
});

test("reports a taken port in one line", async () => {
  await stopPresent();
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(Number(place.env.PORT), "127.0.0.1", resolve));
  try {
    const run = place.start();
    expect(await run.ended()).toBe(1);
    expect(oneLine(run.errors())).toEqual([
      `Litfass cannot start: port ${place.env.PORT} is taken; set PORT to a free one`,
    ]);
  } finally {
    await new Promise((resolve) => blocker.close(resolve));
  }
});

test("reports every fault of the settings in one line each: a bad value, no address, demo data in production", async () => {
  const run = place.start(["node", "scripts/launch.mjs", "start", "--production"], { PORT: "abc", DEMO: "on" });
  expect(await run.ended()).toBe(1);
  const reported = oneLine(run.errors()).join("\n");
  expect(reported.startsWith("Litfass cannot start:")).toBe(true);
  expect(reported.replace("Litfass cannot start:", "").trim().split("\n")).toEqual(
    expect.arrayContaining([
      'PORT: must be a whole number from 0 to 65535 (is "abc")',
      "PUBLIC_URL: must be set with --production",
      "DEMO: demo data and --production exclude each other; remove DEMO=on",
    ]),
  );
});
