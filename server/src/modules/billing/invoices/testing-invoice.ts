import { vatOf } from "@litfass/contract/billing/vat-amount";
import type { Currency } from "@litfass/contract/kernel/money";
import type { InvoiceRow } from "../tables.ts";

type Choice = {
  currency: Currency;
  netMicros: bigint;
  vatRate: number;
  countryCode: string;
  vatNumber?: string | null;
  paidBy?: InvoiceRow["paidBy"];
};

/** An order's invoice for tests, with derived sums. */
export function testInvoice({
  currency,
  netMicros,
  vatRate,
  countryCode,
  vatNumber = null,
  paidBy = "order",
}: Choice): InvoiceRow {
  const vatMicros = vatOf(netMicros, vatRate);
  return {
    number: "T-2026-00412",
    year: 2026,
    sequence: 412,
    kind: "invoice",
    ownerUid: "owner",
    currency,
    netMicros,
    vatMicros,
    grossMicros: netMicros + vatMicros,
    vatRate,
    nameEn: "Starter package, 3 months",
    nameDe: "Paket Starter, 3 Monate",
    names: {},
    paidBy,
    language: "de",
    seller: {
      name: "Müller & Söhne AG",
      street: "Säulenstrasse",
      houseNumber: "7",
      postalCode: "8000",
      city: "Zürich",
      countryCode: "CH",
      vatNumber: "CHE-123.456.788 MWST",
      iban: "CH9300762011623852957",
      email: "billing@pillar.example",
    },
    buyer: {
      uid: "owner",
      company: "Bäckerei Čapek GmbH",
      name: "Jana Weiss",
      street: "Gerberngasse",
      houseNumber: "27",
      postalCode: "3011",
      city: "Bern",
      countryCode,
      vatNumber,
      email: "jana@morgenrot.example",
    },
    lines: [
      { textEn: "Starter package, 3 months", textDe: "Paket Starter, 3 Monate", netMicros: netMicros.toString() },
    ],
    corrects: null,
    issuedAt: new Date("2026-11-21T10:00:00Z"),
    dueOn: "2026-12-21",
  };
}
