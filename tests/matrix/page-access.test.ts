import { connectionPaths } from "@litfass/contract/connections/connections";
import type { Role } from "@litfass/contract/kernel/roles";
import { operationPages } from "@litfass/contract/operations/operation-pages";
import { tooMany } from "@litfass/platform/problem";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { TestClient } from "../../server/src/testing/client.ts";
import { picture, sendForm } from "../../server/src/testing/forms.ts";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";

const uuid = "00000000-0000-4000-8000-000000000000";
const closed = [
  "/invoices/T-2026-00001",
  "/order-confirmation?invoice=T-2026-00001",
  `/creatives/iframe/1/${uuid}/${uuid}`,
  `/creatives/iframe-bulk/1/${uuid}/${uuid}`,
  `/creatives/review/1/${"a".repeat(40)}`,
  ...operationPages.map(({ path }) => path),
  ...Object.values(connectionPaths).flatMap((path) => [path, `${path}/callback`]),
];

let stack: Stack;
let ownBanner: string[];
const blocked = new Map<string, TestClient>();
beforeAll(async () => {
  stack = await startStack();
  for (const role of ["super_admin", "admin", "accountant", "campaign_manager"] satisfies Role[]) {
    const uid = `disabled-${role}`;
    blocked.set(`a disabled ${role}`, await stack.signIn({ uid, role }));
    await stack.platform.db.execute(sql`update users set status = 3 where uid = ${uid}`);
  }
  blocked.set("an unverified customer", await stack.signIn({ uid: "unverified-1", role: "customer", verified: false }));
  const owner = await stack.signIn({ uid: "owner-1", role: "customer" });
  const draft = await owner.post("/user-campaigns", { name: "Bread" });
  const body = await picture(300, 250);
  const sent = await sendForm(
    owner,
    "post",
    `/user-creatives/${draft.body.id}/own-banners`,
    {},
    {
      file: [{ name: "box.png", body }],
    },
  );
  const { creative, preview_url } = sent.body.banner;
  const group = /([0-9a-f-]{36})\/[0-9a-f-]{36}/.exec(preview_url)?.[1];
  ownBanner = [`/creatives/sample/${creative}`, `/creatives/sample/${group}/${creative}`, `/creatives/${creative}.xml`];
  for (const path of ownBanner) expect((await owner.get(`/${path}`)).status, path).toBeLessThan(400);
});
afterAll(() => stack?.close());

test("no page opens for restricted accounts", async () => {
  for (const [who, client] of blocked) {
    for (const path of [...closed, ...ownBanner]) {
      const { status, headers } = await client.get(`/${path}`);
      const isSentAway = status === 302 && ["/account", "/login"].includes(String(headers.location));
      expect([path, who, status, isSentAway || [403, 404, 430].includes(status)]).toEqual([path, who, status, true]);
      // Existing and missing objects must be indistinguishable.
      if (!ownBanner.includes(path)) expect([path, who, status]).not.toEqual([path, who, 404]);
    }
  }
});

test("every page that reads or renders anything counts toward the limit of its address, also for visitors", async () => {
  const creatives = [`/creatives/sample/${uuid}`, `/creatives/${uuid}.xml`, "/creatives/preview/x"];
  const open = ["/", "/en/contact", "/about-this-ad?t=x", ...creatives];
  const limit = vi.spyOn(stack.app.services.limits, "countAddress").mockRejectedValue(tooMany(30));
  const answers = await Promise.all(
    [...closed, ...ownBanner, ...open].map(async (path) => [path, (await stack.visitor().get(`/${path}`)).status]),
  );
  limit.mockRestore();
  expect(answers.filter(([, status]) => status !== 429)).toEqual([]);
});

test("[PAGE-004] only its customer and staff may read the description of an own banner", async () => {
  const [xml = ""] = ownBanner.slice(-1);
  expect((await stack.visitor().get(`/${xml}`)).status).toBe(404);
  expect((await (await stack.signIn("customer")).get(`/${xml}`)).status).toBe(404);
  expect((await (await stack.signIn("campaign_manager")).get(`/${xml}`)).status).toBe(200);
});
