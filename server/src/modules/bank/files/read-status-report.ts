import { maxBankEntries } from "@litfass/contract/bank/bank-files";
import { amountOf, dayOf, joinedText, reasonCodeOf, referenceOf } from "./bank-values.ts";
import { childOf, childrenOf, textAt } from "./bank-xml.ts";
import { FileProblem } from "./file-problem.ts";
import type { ParsedEntry } from "./parsed-file.ts";

type Original = Pick<ParsedEntry, "messageId" | "paymentInformationId" | "instructionId" | "endToEndId">;

/**
 * The bank's reports on payment files (pain.002): one entry for each status of a file, a payment or a transfer.
 * Transfers come before the whole that contains them, because they have the reasons. @throws FileProblem
 */
export function readStatusReport(report: unknown): ParsedEntry[] {
  const day = dayOf(report, "GrpHdr", "CreDtTm");
  if (day === null) throw new FileProblem("bank.entry", { entry: 1, element: "CreDtTm" });
  const group = childOf(report, "OrgnlGrpInfAndSts");
  const messageId = referenceOf(group, "OrgnlMsgId");
  const entries: ParsedEntry[] = [];
  const add = (node: unknown, status: string | null, original: Original): void => {
    if (status === null) return;
    entries.push(entryOf(node, day, status, original));
    if (entries.length > maxBankEntries) throw new FileProblem("bank.too_many");
  };
  for (const payment of childrenOf(report, "OrgnlPmtInfAndSts")) {
    const paymentInformationId = referenceOf(payment, "OrgnlPmtInfId");
    const whole = { messageId, paymentInformationId };
    for (const transfer of childrenOf(payment, "TxInfAndSts")) {
      const instructionId = referenceOf(transfer, "OrgnlInstrId");
      const endToEndId = referenceOf(transfer, "OrgnlEndToEndId");
      add(transfer, textAt(transfer, 4, "TxSts"), { ...whole, instructionId, endToEndId });
    }
    add(payment, textAt(payment, 4, "PmtInfSts"), { ...whole, instructionId: null, endToEndId: null });
  }
  const none = { paymentInformationId: null, instructionId: null, endToEndId: null };
  add(group, textAt(group, 4, "GrpSts"), { messageId, ...none });
  return entries;
}

function entryOf(node: unknown, day: string, status: string, original: Original): ParsedEntry {
  const { messageId, paymentInformationId, instructionId, endToEndId } = original;
  const bookingKey = ["status", messageId, paymentInformationId].map((each) => each ?? "").join("|");
  const amount = amountOf(node, "OrgnlTxRef", "Amt", "InstdAmt");
  const said = joinedText(node, "StsRsnInf", "AddtlInf");
  return {
    kind: "status",
    key: [bookingKey, instructionId, endToEndId, status].map((each) => each ?? "").join("|"),
    bookingKey,
    isSummary: instructionId === null && endToEndId === null,
    hasOtherDetails: false,
    isPending: false,
    isReturn: false,
    isRejection: status === "RJCT",
    account: null,
    currency: amount?.currency ?? null,
    amountMicros: amount?.micros ?? 0n,
    instructed: null,
    chargesMicros: null,
    bookedOn: day,
    valueOn: day,
    bankReference: null,
    ...original,
    partyName: textAt(node, 140, "OrgnlTxRef", "Cdtr", "Pty", "Nm") ?? textAt(node, 140, "OrgnlTxRef", "Cdtr", "Nm"),
    partyIban: textAt(node, 42, "OrgnlTxRef", "CdtrAcct", "Id", "IBAN"),
    reference: null,
    text: said === null ? status : `${status} ${said}`,
    returnCode: reasonCodeOf(node, "StsRsnInf", "Rsn"),
    returnText: said,
  };
}
