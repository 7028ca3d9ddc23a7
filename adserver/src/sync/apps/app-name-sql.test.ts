import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../../server/src/testing/stack.ts";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { listAppNames, saveAppNames } from "./app-name-sql.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

test("an app that got a bid is known by the name that the last request told", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const { appNames } = adServer.instance;
  const request = (app: object) => testRequest({ site: undefined, app: { cat: ["IAB12"], ...app } });
  const names = async () => {
    await saveAppNames(stack.platform.db, appNames);
    return listAppNames(stack.platform.db, ["example.timetable", "example.nameless", "example.refused"]);
  };
  await adServer.bid(request({ bundle: "example.Timetable", name: " Timetable " }));
  await adServer.bid(request({ bundle: "example.nameless" }));
  // Blocks the campaign's category, so nothing is bid.
  await adServer.bid({ ...request({ bundle: "example.refused", name: "Refused" }), bcat: ["IAB22"] });
  expect(await names()).toEqual(new Map([["example.timetable", "Timetable"]]));
  expect(appNames.unsaved.size).toBe(0);
  await adServer.bid(request({ bundle: "example.timetable", name: "Timetable Plus" }));
  expect(await names()).toEqual(new Map([["example.timetable", "Timetable Plus"]]));
});

test("foreign names are saved as one short line, and what cannot be saved keeps no other from being saved", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const { appNames } = adServer.instance;
  const app = (bundle: string, name: string) =>
    adServer.bid(testRequest({ site: undefined, app: { cat: ["IAB12"], bundle, name } }));
  await app("example.nul\0", "A bundle that PostgreSQL cannot store");
  await app("", "No bundle");
  await app("example.hostile", `Zug\0fahrplan\r\n\ud800${"x".repeat(200)}`);
  await app("example.fine", "Fine");
  await saveAppNames(stack.platform.db, appNames);
  const names = await listAppNames(stack.platform.db, ["example.hostile", "example.fine"]);
  expect(names.get("example.fine")).toBe("Fine");
  expect(names.get("example.hostile")).toMatch(/^Zug fahrplan .x{1,90}$/);
  expect(names.get("example.hostile")).toHaveLength(100);
});
