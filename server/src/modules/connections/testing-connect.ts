import type { ConnectionService } from "@litfass/contract/connections/connections";
import { connectionPaths } from "@litfass/contract/connections/connections";
import type { Platform } from "@litfass/platform/platform";
import type { TestAnswer, TestClient } from "../../testing/client.ts";

/** The services' responses during `work` as JSON, to compare with our figures. */
export async function servicesDuring<Result>(
  platform: Platform,
  work: () => Promise<Result>,
): Promise<{ result: Result; answersOf: <Answer>(path: RegExp) => Answer[] }> {
  const { egress } = platform;
  const answers: { path: string; json: unknown }[] = [];
  platform.egress = async (url, request) => {
    const answer = await egress(url, request);
    answers.push({ path: new URL(url).pathname, json: answer.json() });
    return answer;
  };
  const result = await work().finally(() => {
    platform.egress = egress;
  });
  return {
    result,
    answersOf: <Answer>(path: RegExp) =>
      answers.filter((each) => path.test(each.path)).map((each) => each.json as Answer),
  };
}

export type Person = "lena" | "marco" | "aline" | "jonas" | "nora";

const header = (answer: TestAnswer, name: string): string => String([answer.headers[name]].flat()[0] ?? "");

/** The start page's response: its redirect, and the cookie for the callback. */
export async function startConnecting(client: TestClient, service: ConnectionService) {
  const start = await client.get(`/${connectionPaths[service]}`);
  return { start, consent: header(start, "location"), cookie: header(start, "set-cookie").split(";")[0] ?? "" };
}

/**
 * Opens the consent page, follows the link of an account (or cancel), and returns its redirect. `unticked` declines
 * the permission to read figures.
 */
export async function giveConsent(consent: string, answer: string, { unticked = false } = {}): Promise<URL> {
  const page = await (await fetch(consent)).text();
  const link =
    new RegExp(`href="(\\?authorization=[\\w-]+&amp;${answer})"`).exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const back = await fetch(new URL(`${link}${unticked ? "&without=figures" : ""}`, consent.split("?")[0]), {
    redirect: "manual",
  });
  return new URL(back.headers.get("location") ?? "");
}

/** Returns from the provider like a browser. */
export const comeBack = (client: TestClient, back: URL, cookie: string): Promise<TestAnswer> =>
  client.get(`/${back.pathname}${back.search}`, { cookie });

/** The whole round trip of a connection. */
export async function connect(client: TestClient, service: ConnectionService, person: Person): Promise<TestAnswer> {
  const { consent, cookie } = await startConnecting(client, service);
  return comeBack(client, await giveConsent(consent, `person=${person}`), cookie);
}
