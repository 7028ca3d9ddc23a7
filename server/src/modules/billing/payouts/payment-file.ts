import { type Currency, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Payee } from "@litfass/contract/publishers/publisher-statements";
import type { Seller } from "../config.ts";
import { latinText } from "../invoices/printable-text.ts";

export type Transfer = { number: string; payee: Payee; grossMicros: bigint };
export type PaymentOrder = {
  messageId: string;
  createdAt: Date;
  /** YYYY-MM-DD. */
  executeOn: string;
  currency: Currency;
  payer: Pick<Seller, "name" | "iban">;
  transfers: Transfer[];
};

/** An element with its text or its children, in the order of the schema. */
type Node = [name: string, content: string | Node[], attributes?: Record<string, string>];

/**
 * A credit transfer initiation (ISO 20022 pain.001.001.09) as the Swiss Payment Standards 2023 describe it: one payment
 * with a transfer for each credit note. Euro payments are SEPA credit transfers.
 */
export function paymentFile(order: PaymentOrder): string {
  const { messageId, createdAt, executeOn, currency, payer, transfers } = order;
  const totals: Node[] = [
    ["NbOfTxs", String(transfers.length)],
    ["CtrlSum", decimal(transfers.reduce((sum, { grossMicros }) => sum + grossMicros, 0n))],
  ];
  const isSepa = currency === "EUR";
  const root: Node = [
    "Document",
    [
      [
        "CstmrCdtTrfInitn",
        [
          [
            "GrpHdr",
            [
              ["MsgId", messageId],
              ["CreDtTm", createdAt.toISOString().slice(0, 19)],
              ...totals,
              ["InitgPty", [["Nm", text(payer.name, 70)]]],
            ],
          ],
          [
            "PmtInf",
            [
              ["PmtInfId", `${messageId}-1`],
              ["PmtMtd", "TRF"],
              ["BtchBookg", "true"],
              ...totals,
              ...(isSepa ? ([["PmtTpInf", [["SvcLvl", [["Cd", "SEPA"]]]]]] as Node[]) : []),
              ["ReqdExctnDt", [["Dt", executeOn]]],
              ["Dbtr", [["Nm", text(payer.name, 70)]]],
              ["DbtrAcct", [["Id", [["IBAN", payer.iban]]]]],
              ["DbtrAgt", [["FinInstnId", [bankOf(payer.iban)]]]],
              ...(isSepa ? ([["ChrgBr", "SLEV"]] as Node[]) : []),
              ...transfers.map((each, at) => transferOf(each, `${messageId}-${at + 1}`, currency)),
            ],
          ],
        ],
      ],
    ],
    { xmlns: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`;
}

function transferOf({ number, payee, grossMicros }: Transfer, id: string, currency: Currency): Node {
  const address: Node[] = [
    ["StrtNm", text(payee.street, 70)],
    ["BldgNb", text(payee.house_number, 16)],
    ["PstCd", text(payee.postal_code, 16)],
    ["TwnNm", text(payee.city, 35)],
    ["Ctry", payee.country_code],
  ];
  return [
    "CdtTrfTxInf",
    [
      [
        "PmtId",
        [
          ["InstrId", id],
          ["EndToEndId", number],
        ],
      ],
      ["Amt", [["InstdAmt", decimal(grossMicros), { Ccy: currency }]]],
      [
        "Cdtr",
        [
          ["Nm", text(payee.company, 70)],
          ["PstlAdr", address.filter(([, content]) => content !== "")],
        ],
      ],
      ["CdtrAcct", [["Id", [["IBAN", payee.iban]]]]],
      ["RmtInf", [["Ustrd", number]]],
    ],
  ];
}

/** The payer's bank by its clearing number, which is part of Swiss and Liechtenstein IBANs. */
const bankOf = (iban: string): Node => [
  "ClrSysMmbId",
  [
    ["ClrSysId", [["Cd", "CHBCC"]]],
    ["MmbId", String(Number(iban.slice(4, 9)))],
  ],
];

const decimal = (micros: bigint): string => (minorOfMicros(micros) / 100).toFixed(2);

/** Banks take Latin letters; others are transliterated. */
const text = (value: string, length: number): string =>
  [...value.normalize("NFC")]
    .map((sign) => (sign.charCodeAt(0) < 256 ? sign : latinText(sign)))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, length)
    .trim();

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (value: string): string => value.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

function written([name, content, attributes = {}]: Node): string {
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner = typeof content === "string" ? escaped(content) : content.map(written).join("");
  return `<${name}${head.join("")}>${inner}</${name}>`;
}
