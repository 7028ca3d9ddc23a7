import type Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { cardWallet } from "./card-wallet.ts";

test("a customer is created once for the same profile, and a changed profile is no conflict", async () => {
  const create = vi.fn(async (_customer: object, _options: { idempotencyKey: string }) => ({ id: "cus_1" }));
  const wallet = cardWallet(
    () => ({ customers: { create } }) as unknown as Stripe,
    (call) => call(),
  );
  const user = { uid: "u-1", email: "lena@example.ch", name: "Brothaus" };
  for (const each of [user, user, { ...user, name: "Brothaus Matte" }, { ...user, email: null }]) {
    expect(await wallet.createCustomer(each)).toBe("cus_1");
  }
  const [first, again, renamed, moved] = create.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
  expect(again).toBe(first);
  expect(new Set([first, renamed, moved]).size).toBe(3);
});
