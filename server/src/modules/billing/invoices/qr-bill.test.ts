import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import jsQR from "jsqr";
import { expect, test } from "vitest";
import { filledRectangles, paint } from "../../../testing/pdf-rectangles.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { testInvoice } from "./testing-invoice.ts";

/** The package says that it is a module and is none: what is imported holds the function. */
const decode = (typeof jsQR === "function" ? jsQR : (jsQR as { default: typeof jsQR }).default) as typeof jsQR;
const modulesAtLeast = 300;

/** What a phone reads from the payment part of an invoice's PDF. */
async function readCode(pdf: Buffer): Promise<string | null> {
  const all = filledRectangles(pdf);
  const sides = new Map<string, number>();
  for (const { width, isBlack } of all) {
    const side = isBlack ? width.toFixed(3) : "";
    sides.set(side, (sides.get(side) ?? 0) + 1);
  }
  const [side] = [...sides].find(([each, count]) => each !== "" && count > modulesAtLeast) ?? [];
  const modules = all.filter(({ width }) => width.toFixed(3) === side);
  if (modules.length === 0) return null;
  const margin = 12;
  const x = Math.min(...modules.map((each) => each.x)) - margin;
  const y = Math.min(...modules.map((each) => each.y)) - margin;
  const width = Math.max(...modules.map((each) => each.x + each.width)) + margin - x;
  const height = Math.max(...modules.map((each) => each.y + each.height)) + margin - y;
  const from = all.indexOf(modules[0]!);
  const image = paint(all.slice(from), { x, y, width, height }, 5);
  return decode(image.data, image.width, image.height)?.data ?? null;
}

/** The fields of a Swiss payment code, by the places that version 2.0 of the standard gives them. */
const fieldsOf = (code: string) => {
  const lines = code.split(/\r?\n/);
  return {
    head: lines.slice(0, 3),
    account: lines[3],
    creditor: lines.slice(4, 11),
    ultimateCreditor: lines.slice(11, 18),
    amount: lines[18],
    currency: lines[19],
    debtor: lines.slice(20, 27),
    referenceType: lines[27],
    reference: lines[28],
    message: lines[29],
    trailer: lines[30],
  };
};

const order = testInvoice({ currency: "CHF", netMicros: 1_500_000_000n, vatRate: 810, countryCode: "CH" });

test("the code that is printed decodes to the seller, the customer, the amount and the reference", async () => {
  const code = await readCode(await drawInvoice(order));
  expect(code).not.toBeNull();
  expect(fieldsOf(code!)).toEqual({
    head: ["SPC", "0200", "1"],
    account: "CH9300762011623852957",
    creditor: ["S", "Müller & Söhne AG", "Säulenstrasse", "7", "8000", "Zürich", "CH"],
    ultimateCreditor: ["", "", "", "", "", "", ""],
    amount: "1621.50",
    currency: "CHF",
    debtor: ["S", "Bäckerei Capek GmbH", "Gerberngasse", "27", "3011", "Bern", "CH"],
    referenceType: "SCOR",
    reference: expect.stringMatching(/^RF\d\dT202600412$/),
    message: "T-2026-00412",
    trailer: "EPD",
  });
});

test("with a QR-IBAN the reference is one of 27 digits", async () => {
  const seller = { ...order.seller, iban: "CH4431999123000889012" };
  const fields = fieldsOf((await readCode(await drawInvoice({ ...order, seller })))!);
  expect([fields.referenceType, fields.reference]).toEqual(["QRR", expect.stringMatching(/^\d{27}$/)]);
});

test("the code has the shape of recorded ones, place by place", async ({ skip }) => {
  const file = path.resolve(import.meta.dirname, "../../../../../../shared/data/qrbill/decoded-swiss-qr-strings.json");
  const recorded = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
  const codes = Object.values(recorded).filter((code) => code.startsWith("SPC\n0200"));
  console.log(`recorded Swiss payment codes: ${codes.length}`);
  skip(codes.length === 0, "the folder of real inputs is absent");
  const shapes = {
    account: /^(CH|LI)\d{7}[0-9A-Z]{12}$/,
    amount: /^(\d+\.\d\d)?$/,
    currency: /^(CHF|EUR)$/,
    referenceType: /^(QRR|SCOR|NON)$/,
    trailer: /^EPD$/,
  } as const;
  const own = (await readCode(await drawInvoice(order)))!;
  for (const code of [...codes, own]) {
    const fields = fieldsOf(code);
    for (const [name, shape] of Object.entries(shapes)) {
      expect(`${name} ${fields[name as keyof typeof shapes]}`).toMatch(new RegExp(`^${name} ${shape.source.slice(1)}`));
    }
    expect(fields.creditor[0]).toMatch(/^[SK]$/);
    expect(fields.ultimateCreditor.every((line) => line === "")).toBe(true);
    if (fields.referenceType === "QRR") expect(fields.reference).toMatch(/^\d{27}$/);
    if (fields.referenceType === "SCOR") expect(fields.reference).toMatch(/^RF\d\d[0-9A-Z]{1,21}$/);
  }
});
