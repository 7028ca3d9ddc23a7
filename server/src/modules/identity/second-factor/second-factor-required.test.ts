import { expect, test } from "vitest";
import { authenticatorCode } from "../../../testing/authenticator-code.ts";
import { startStack } from "../../../testing/stack.ts";

test("staff of a production installation must set up a second factor first and cannot turn it off", async () => {
  const production = await startStack({
    env: {
      PRODUCTION: "on",
      PUBLIC_URL: "https://ads.example.ch",
      ADS_URL: "https://a.example.ch",
      SMTP_URL: "smtp://mail.example.ch",
      SELLER_NAME: "Pillar AG",
      SELLER_STREET: "Gerberngasse",
      SELLER_HOUSE_NUMBER: "27",
      SELLER_POSTAL_CODE: "3011",
      SELLER_CITY: "Bern",
      SELLER_VAT_NUMBER: "CHE-123.456.788 MWST",
      SELLER_IBAN: "CH44 3199 9123 0008 8901 2",
    },
  });
  try {
    const admin = await production.signIn("admin");
    const customer = await production.signIn("customer");
    expect((await customer.get("/users/me")).body.second_factor).toBe("off");
    expect((await customer.get("/user-campaigns/settings/languages")).status).toBe(200);
    const blocked = await admin.get("/users");
    expect([blocked.status, blocked.body.second_factor]).toEqual([430, "required"]);
    const { body } = await admin.post("/users/me/second-factor");
    const code = authenticatorCode(body.secret, production.clock.now());
    expect((await admin.post("/users/me/second-factor/confirm", { code })).status).toBe(200);
    const again = await production.signIn({ uid: String(admin.uid), role: "admin" });
    expect((await again.get("/users")).status).toBe(200);
    const off = await again.post("/users/me/second-factor/disable", { code });
    expect([off.status, off.body.code]).toEqual([409, "second_factor_required"]);
  } finally {
    await production.close();
  }
});
