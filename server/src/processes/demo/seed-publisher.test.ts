import { listChangedPlacements, listSellers } from "@litfass/adserver/index";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { seedDemoPublisher } from "./seed-publisher.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

test("the demo's newspaper has a verified site and live placements, and the seller ID of the sandbox's ads.txt", async () => {
  const admin = await stack.signIn({ uid: "admin-1", role: "admin" });
  const owner = await stack.signIn({ uid: "paper-1", role: "customer" });
  const email = "paper-1@test.example";
  const placements = await seedDemoPublisher(stack.platform, {
    admin: { uid: admin.uid!, email: "" },
    publisher: { uid: "paper-1", email },
  });
  const { publisher } = (await owner.get("/publisher")).body;
  expect(publisher).toMatchObject({ seller_id: "pub-0032821016636694", verified_sites: 1, share_percent: 60 });
  expect((await listSellers(stack.platform.db)).map(({ domain }) => domain)).toEqual(["anzeiger-aaretal.example"]);
  const changed = await listChangedPlacements(stack.platform.db, new Date(0));
  expect(changed.map(({ placementId, snapshot }) => [placementId, snapshot?.site])).toEqual(
    placements.map(({ id }) => [id, "anzeiger-aaretal.example"]),
  );
  const { rows } = await stack.platform.db.execute(sql`select count(*)::int as shares from publisher_shares
    where from_on < ${stack.clock.now().toISOString()}::date - 60`);
  expect(rows).toEqual([{ shares: 1 }]);
  // An interrupted seed is repeated.
  expect(
    await seedDemoPublisher(stack.platform, {
      admin: { uid: admin.uid!, email: "" },
      publisher: { uid: "paper-1", email },
    }),
  ).toEqual(placements);
});
