/** A booking in a file of the bank, in the shape of the Swiss Implementation Guidelines. */
export type TestBooking = {
  kind: "debit" | "credit";
  amount: string;
  currency?: string;
  day: string;
  reference?: string | null;
  isReversal?: boolean;
  /** A summary with the payment's identification instead of transfers. */
  payment?: string;
  transfers?: TestTransfer[];
};
export type TestTransfer = {
  amount: string;
  instructionId?: string;
  endToEndId?: string;
  creditorReference?: string;
  returnCode?: string;
  /** Deducted by banks, as the file states it. */
  charges?: string;
  instructed?: string;
};

const tag = (name: string, content: string | undefined): string =>
  content === undefined ? "" : `<${name}>${content}</${name}>`;

function transferXml({ kind, currency = "CHF" }: TestBooking, transfer: TestTransfer): string {
  const { amount, instructionId, endToEndId, creditorReference, returnCode, charges, instructed } = transfer;
  const refs = tag("InstrId", instructionId) + tag("EndToEndId", endToEndId ?? "NOTPROVIDED");
  const structured = creditorReference && tag("Strd", tag("CdtrRefInf", tag("Ref", creditorReference)));
  return tag(
    "TxDtls",
    [
      tag("Refs", refs),
      `<Amt Ccy="${currency}">${amount}</Amt>`,
      tag("CdtDbtInd", kind === "debit" ? "DBIT" : "CRDT"),
      tag("AmtDtls", instructed && tag("InstdAmt", `<Amt Ccy="${currency}">${instructed}</Amt>`)),
      tag("Chrgs", charges && tag("Rcrd", `<Amt Ccy="${currency}">${charges}</Amt>${tag("CdtDbtInd", "DBIT")}`)),
      tag("RltdPties", tag(kind === "debit" ? "Cdtr" : "Dbtr", tag("Pty", tag("Nm", "Muster AG")))),
      tag("RmtInf", structured),
      returnCode === undefined ? "" : tag("RtrInf", tag("Rsn", tag("Cd", returnCode))),
    ].join(""),
  );
}

function bookingXml(booking: TestBooking, version: string): string {
  const { kind, amount, currency = "CHF", day, reference, isReversal, payment, transfers = [] } = booking;
  return tag(
    "Ntry",
    [
      `<Amt Ccy="${currency}">${amount}</Amt>`,
      tag("CdtDbtInd", kind === "debit" ? "DBIT" : "CRDT"),
      tag("RvslInd", isReversal ? "true" : undefined),
      tag("Sts", version === "08" ? tag("Cd", "BOOK") : "BOOK"),
      tag("BookgDt", tag("Dt", day)),
      tag("ValDt", tag("Dt", day)),
      tag("AcctSvcrRef", reference ?? undefined),
      tag(
        "NtryDtls",
        (payment === undefined ? "" : tag("Btch", tag("PmtInfId", payment))) +
          transfers.map((each) => transferXml(booking, each)).join(""),
      ),
    ].join(""),
  );
}

type TestFile = { message?: "camt.053" | "camt.054"; version?: string; account?: string; id?: string };

/** A statement or a notification with these bookings. */
export function bankFile(
  bookings: readonly TestBooking[],
  { message = "camt.053", version = "08", account = "CH9300762011623852957", id = "1" }: TestFile = {},
): string {
  const [root, name] = message === "camt.053" ? ["BkToCstmrStmt", "Stmt"] : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  const head = tag("GrpHdr", tag("MsgId", id) + tag("CreDtTm", "2026-04-10T20:00:00"));
  const own = tag("Acct", tag("Id", tag("IBAN", account)));
  const content = bookings.map((each) => bookingXml(each, version)).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.${version}">${tag(root, head + tag(name, tag("Id", id) + own + content))}</Document>`;
}

/** A report that the bank rejected a transfer of a payment file, or without one the whole file. */
export function rejection(
  messageId: string,
  code: string,
  transfer?: { instructionId: string; endToEndId: string },
): string {
  const reason = tag("StsRsnInf", tag("Rsn", tag("Cd", code)));
  const own = transfer && tag("OrgnlInstrId", transfer.instructionId) + tag("OrgnlEndToEndId", transfer.endToEndId);
  const payment =
    own &&
    tag(
      "OrgnlPmtInfAndSts",
      tag("OrgnlPmtInfId", `${messageId}-1`) + tag("TxInfAndSts", own + tag("TxSts", "RJCT") + reason),
    );
  const group = tag(
    "OrgnlGrpInfAndSts",
    tag("OrgnlMsgId", messageId) + (transfer ? "" : tag("GrpSts", "RJCT") + reason),
  );
  const head = tag("GrpHdr", tag("MsgId", "1") + tag("CreDtTm", "2026-04-10T08:00:00"));
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">${tag("CstmrPmtStsRpt", head + group + (payment ?? ""))}</Document>`;
}
