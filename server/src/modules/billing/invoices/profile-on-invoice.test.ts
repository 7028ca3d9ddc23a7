import PDFDocument from "pdfkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { findUser } from "../../users/index.ts";
import { sellerOf } from "../seller.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { issueInvoice } from "./issue-invoice.ts";

let stack: Stack;
let client: TestClient;
beforeAll(async () => {
  stack = await startStack();
  client = await stack.signIn({ uid: "newcomer-of-invoices", role: "customer", filled: false });
});
afterAll(() => stack.close());

const profile = {
  first_name: "Nora",
  last_name: "Zbinden",
  company_name: "Brothaus Elbe",
  country_code: "DE",
  postal_code: "10115",
  city: "Berlin",
  street: "Invalidenstrasse",
  house_number: "27",
  is_terms_accepted: true,
};

/** Every text drawn on an invoice for the client's profile as saved now. */
async function printed(): Promise<string> {
  const drawn: string[] = [];
  const text = PDFDocument.prototype.text;
  const watched = vi.spyOn(PDFDocument.prototype, "text").mockImplementation(function (
    this: PDFKit.PDFDocument,
    ...given
  ) {
    drawn.push(String(given[0]));
    return text.apply(this, given as Parameters<typeof text>);
  });
  const { db, config } = stack.platform;
  const owner = (await findUser(db, client.uid ?? ""))!;
  const invoice = await db.transaction((tx) =>
    issueInvoice(tx, {
      owner,
      seller: sellerOf(config.company, "CHF"),
      currency: "EUR",
      subject: { en: "Starter package, 3 months", de: "Paket Starter, 3 Monate" },
      netMicros: 1_500_000_000n,
      vatMicros: 0n,
      vatRate: 0,
      paidBy: "card",
      at: stack.clock.now(),
    }),
  );
  await drawInvoice(invoice);
  watched.mockRestore();
  return drawn.join("\n");
}

test("[FIELD-USER-018] [FIELD-USER-019] prints the profile's city and VAT number on the invoice", async () => {
  const saved = await client.post("/users/me", { ...profile, vat_number: "DE136695976" });
  expect(saved.body).toMatchObject({ city: "Berlin", vat_number: "DE136695976" });
  const company = await printed();
  expect(company).toContain("DE-10115 Berlin");
  expect(company).toContain("DE136695976");
  await client.post("/users/me", {
    ...profile,
    city: "Potsdam",
    postal_code: "14467",
    user_type: "agency",
    vat_number: "",
  });
  const agency = await printed();
  expect(agency).toContain("DE-14467 Potsdam");
  expect(agency).not.toContain("DE136695976");
});
