import { endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import type { Role } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../testing/client.ts";
import { type Stack, startStack } from "../testing/stack.ts";

/** One that accounts start with and another one: enough to see which of the two an answer follows. */
const languages = ["en", "de"] as const;
const allEndpoints: [name: string, endpoint: EndpointDefinition][] = Object.entries(endpoints);
/** The first would hold the connection open; the second would change the language itself; the third measures times. */
const skipped = new Set(["liveStatistics", "listAuditEntries", "showStatus"]);
/** Reads that contain text, so that comparing them is meaningful. */
const withText: Record<"advanced_advertiser" | "super_admin", string[]> = {
  advanced_advertiser: [
    "listCampaigns",
    "showCampaign",
    "checkCampaignReadiness",
    "listEntityStatuses",
    "listAllowedStatuses",
    "listCategories",
    "listDemographics",
    "listPacings",
    "showAdvancedSettings",
    "listUserCreatives",
    "listSelectedFavorites",
    "showCreativeForms",
    "checkCreativesFilled",
    "listPlans",
    "exportStatement",
    "exportStatistics",
    // An error.
    "showDeliveryReport",
  ],
  super_admin: ["listCreativeCategories", "listCreativeGroups", "listCreatives", "exportUsers", "exportInvoices"],
};

let stack: Stack;
let campaign: number;
let creatives: string[];
const clients = new Map<Role, TestClient>();

beforeAll(async () => {
  stack = await startStack();
  for (const role of ["advanced_advertiser", "super_admin"] as const) clients.set(role, await stack.signIn(role));
  const advertiser = clients.get("advanced_advertiser");
  const created = await advertiser?.post("/user-campaigns", { name: "Spring", type: "display" });
  campaign = created?.body.id;
  const groups = await advertiser?.get("/user-creatives");
  creatives = groups?.body[0].creatives.map(({ uuid }: { uuid: string }) => uuid);
  await advertiser?.post("/user-creatives/favorites/selected", { creative_ids: creatives.slice(0, 1) });
  await advertiser?.put(`/user-campaigns/${campaign}/creative-ids`, { creative_ids: creatives });
});
afterAll(() => stack.close());

/** Every read that the role may call and whose parameters the test can fill. */
function readsOf(role: Role, uid: string): [name: string, path: string][] {
  const known: Record<string, string> = { user: uid, uid, userCampaign: String(campaign), campaign: String(campaign) };
  return allEndpoints.flatMap(([name, endpoint]): [string, string][] => {
    if (endpoint.method !== "GET" || skipped.has(name) || reachOf(endpoint.who, role) === null) return [];
    const path = endpoint.path.replaceAll(/:(\w+)/g, (whole, parameter: string) => known[parameter] ?? whole);
    return path.includes(":") ? [] : [[name, path]];
  });
}

test.each(["advanced_advertiser", "super_admin"] as const)(
  "reads of a role (%s) are in the language of the request, whatever the account's language",
  async (role) => {
    const client = clients.get(role) as TestClient;
    const reads = readsOf(role, client.uid ?? "");
    const answers = new Map<string, string>();
    for (const stored of languages) {
      await client.patch("/users/me/lang", { lang: stored });
      for (const [name, path] of reads) {
        for (const asked of languages) {
          const { status, text } = await client.get(path, { "accept-language": asked });
          // The account returns its stored language.
          answers.set(`${name} ${stored} ${asked}`, `${status} ${text.replaceAll(/"lang":"(en|de)"/g, "")}`);
        }
      }
    }
    const answerOf = (name: string, stored: Language, asked: Language) => answers.get(`${name} ${stored} ${asked}`);
    const following = reads.filter(([name]) =>
      languages.some((asked) => answerOf(name, "en", asked) !== answerOf(name, "de", asked)),
    );
    expect(following).toEqual([]);
    const alike = withText[role].filter((name) => answerOf(name, "en", "en") === answerOf(name, "en", "de"));
    expect(alike).toEqual([]);
  },
  180_000,
);

test.each([
  ["/user-creatives/favorites/selected", () => ({ creative_ids: creatives.slice(0, 1) })],
  ["/creatives/campaign-creatives", () => ({ campaign_id: campaign })],
])("POST %s responds in the language of the request", async (path, body) => {
  const advertiser = clients.get("advanced_advertiser") as TestClient;
  for (const stored of languages) {
    await advertiser.patch("/users/me/lang", { lang: stored });
    const nameIn = async (asked: Language) =>
      (await advertiser.post(path, body(), { "accept-language": asked })).body[0].name;
    expect([await nameIn("en"), await nameIn("de")]).toEqual(["Poster", "Plakat"]);
  }
});

test("uses the stored language without the header", async () => {
  const advertiser = clients.get("advanced_advertiser") as TestClient;
  await advertiser.patch("/users/me/lang", { lang: "de" });
  expect((await advertiser.get("/user-creatives")).body[0].name).toBe("Plakat");
});
