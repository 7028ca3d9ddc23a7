import { isSwissIban } from "@litfass/contract/kernel/iban";
import { type Currency, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Payee } from "@litfass/contract/publishers/publisher-statements";
import { bankText } from "../invoices/bank-text.ts";
import { type XmlNode as Node, xmlDocument } from "../invoices/xml-document.ts";
import type { Seller } from "../seller.ts";

export type Transfer = {
  /** The credit note. */
  number: string;
  instructionId: string;
  endToEndId: string;
  payee: Payee;
  grossMicros: bigint;
};
export type PaymentOrder = {
  messageId: string;
  createdAt: Date;
  /** YYYY-MM-DD. */
  executeOn: string;
  currency: Currency;
  payer: Pick<Seller, "name" | "iban" | "bic">;
  transfers: Transfer[];
};

/** A file has one payment. Banks name it in their statements. */
export const paymentInformationId = (messageId: string): string => `${messageId}-1`;

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
              ["InitgPty", [["Nm", bankText(payer.name, 70)]]],
            ],
          ],
          [
            "PmtInf",
            [
              ["PmtInfId", paymentInformationId(messageId)],
              ["PmtMtd", "TRF"],
              ["BtchBookg", "true"],
              ...totals,
              ...(isSepa ? ([["PmtTpInf", [["SvcLvl", [["Cd", "SEPA"]]]]]] as Node[]) : []),
              ["ReqdExctnDt", [["Dt", executeOn]]],
              ["Dbtr", [["Nm", bankText(payer.name, 70)]]],
              ["DbtrAcct", [["Id", [["IBAN", payer.iban]]]]],
              ["DbtrAgt", [["FinInstnId", [bankOf(payer)]]]],
              ...(isSepa ? ([["ChrgBr", "SLEV"]] as Node[]) : []),
              ...transfers.map((each) => transferOf(each, currency)),
            ],
          ],
        ],
      ],
    ],
    { xmlns: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" },
  ];
  return xmlDocument(root);
}

function transferOf({ number, instructionId, endToEndId, payee, grossMicros }: Transfer, currency: Currency): Node {
  const address: Node[] = [
    ["StrtNm", bankText(payee.street, 70)],
    ["BldgNb", bankText(payee.house_number, 16)],
    ["PstCd", bankText(payee.postal_code, 16)],
    ["TwnNm", bankText(payee.city, 35)],
    ["Ctry", payee.country_code],
  ];
  return [
    "CdtTrfTxInf",
    [
      [
        "PmtId",
        [
          ["InstrId", instructionId],
          ["EndToEndId", endToEndId],
        ],
      ],
      ["Amt", [["InstdAmt", decimal(grossMicros), { Ccy: currency }]]],
      [
        "Cdtr",
        [
          ["Nm", bankText(payee.company, 70)],
          ["PstlAdr", address.filter(([, content]) => content !== "")],
        ],
      ],
      ["CdtrAcct", [["Id", [["IBAN", payee.iban]]]]],
      ["RmtInf", [["Ustrd", number]]],
    ],
  ];
}

/**
 * The payer's bank: by its clearing number, which is part of Swiss and Liechtenstein IBANs, else by its BIC; banks
 * derive one that is not provided from the IBAN.
 */
function bankOf({ iban, bic }: PaymentOrder["payer"]): Node {
  if (!isSwissIban(iban)) return bic ? ["BICFI", bic] : ["Othr", [["Id", "NOTPROVIDED"]]];
  return [
    "ClrSysMmbId",
    [
      ["ClrSysId", [["Cd", "CHBCC"]]],
      ["MmbId", String(Number(iban.slice(4, 9)))],
    ],
  ];
}

const decimal = (micros: bigint): string => (minorOfMicros(micros) / 100).toFixed(2);
