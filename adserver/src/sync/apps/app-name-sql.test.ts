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
