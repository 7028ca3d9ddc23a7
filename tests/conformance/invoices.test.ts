import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { eInvoice } from "../../server/src/modules/billing/invoices/e-invoice.ts";
import { drawInvoice } from "../../server/src/modules/billing/invoices/invoice-pdf.ts";
import { testInvoice } from "../../server/src/modules/billing/invoices/testing-invoice.ts";
import { fieldsOf, readCode } from "../../server/src/modules/billing/invoices/testing-qr-bill.ts";
import { elementPairs } from "../../server/src/testing/xml-elements.ts";
import { conformance } from "./samples.ts";

const inFrancs = testInvoice({ currency: "CHF", netMicros: 1_500_000_000n, vatRate: 810, countryCode: "CH" });
const inEuros = testInvoice({ currency: "EUR", netMicros: 1_500_000_000n, vatRate: 0, countryCode: "DE" });

conformance("payment codes have the shape of recorded ones", "qrbill/decoded-swiss-qr-strings.json", async (file) => {
  const recorded = Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  const codes = recorded.filter((code) => code.startsWith("SPC\n0200"));
  const shapes = {
    account: /^(CH|LI)\d{7}[0-9A-Z]{12}$/,
    amount: /^(\d+\.\d\d)?$/,
    currency: /^(CHF|EUR)$/,
    referenceType: /^(QRR|SCOR|NON)$/,
    trailer: /^EPD$/,
  } as const;
  const own = await readCode(await drawInvoice(inFrancs));
  for (const code of [...codes, own ?? ""]) {
    const fields = fieldsOf(code);
    for (const [name, shape] of Object.entries(shapes)) expect(fields[name as keyof typeof shapes]).toMatch(shape);
    expect(fields.creditor[0]).toMatch(/^[SK]$/);
    expect(fields.ultimateCreditor.every((line) => line === "")).toBe(true);
    if (fields.referenceType === "QRR") expect(fields.reference).toMatch(/^\d{27}$/);
    if (fields.referenceType === "SCOR") expect(fields.reference).toMatch(/^RF\d\d[0-9A-Z]{1,21}$/);
  }
  return codes.length;
});

conformance(
  "every element of an e-invoice is below a parent that official examples know",
  "en16931/examples",
  (folder) => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".xml"));
    const known = new Set(files.flatMap((file) => elementPairs(readFileSync(path.join(folder, file), "utf8"))));
    const card = { ...inEuros, paidBy: "card" as const, dueOn: null };
    const note = { ...inEuros, kind: "credit_note" as const, corrects: "T-2026-00400", dueOn: null };
    const own = new Set([inEuros, card, note].flatMap((invoice) => elementPairs(eInvoice(invoice))));
    expect([...own].filter((pair) => !known.has(pair))).toEqual([]);
    return files.length;
  },
);
