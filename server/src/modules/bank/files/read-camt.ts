import { maxBankEntries } from "@litfass/contract/bank/bank-files";
import { accountOf, amountOf, dayOf, joinedText, reasonCodeOf, referenceOf, required } from "./bank-values.ts";
import { childOf, childrenOf, textAt } from "./bank-xml.ts";
import { findReference } from "./creditor-reference.ts";
import { createKeys, type EntryKeys } from "./entry-keys.ts";
import { FileProblem } from "./file-problem.ts";
import type { BankAmount, ParsedEntry } from "./parsed-file.ts";

/** The codes of ISO 20022 for bookings of returned or canceled transfers. */
const returnFamilies: ReadonlySet<string> = new Set(["RRTN", "RPCR"]);

type Booking = {
  node: unknown;
  number: number;
  account: string | null;
  amount: BankAmount;
  isCredit: boolean;
  isReversal: boolean;
  isPending: boolean;
  bookedOn: string;
  valueOn: string;
  bankReference: string | null;
};

/**
 * The entries of a statement (camt.053) or a notification (camt.054), one for each transfer of a booking. The versions
 * differ in the status, in the names of parties and in where the amount of a transfer is. @throws FileProblem
 */
export function readCamt(
  message: unknown,
  name: "Stmt" | "Ntfctn",
): { account: string | null; entries: ParsedEntry[] } {
  const keys = createKeys();
  const entries: ParsedEntry[] = [];
  const statements = childrenOf(message, name);
  let number = 0;
  for (const statement of statements) {
    const account = accountOf(statement, "Acct");
    const createdOn = dayOf(statement, "CreDtTm") ?? dayOf(message, "GrpHdr", "CreDtTm");
    let expected = textAt(statement, 3, "Acct", "Ccy");
    for (const node of childrenOf(statement, "Ntry")) {
      number += 1;
      const booking = bookingOf(node, { number, account, createdOn });
      const { currency } = booking.amount;
      expected ??= currency;
      // The balance of an account has one currency; transfers in others are converted before they are booked.
      if (currency !== expected) throw new FileProblem("bank.currencies", { entry: number, currency, expected });
      entries.push(...entriesOf(booking, keys));
      if (entries.length > maxBankEntries) throw new FileProblem("bank.too_many");
    }
  }
  return { account: accountOf(statements[0], "Acct"), entries };
}

function bookingOf(
  node: unknown,
  { number, account, createdOn }: { number: number; account: string | null; createdOn: string | null },
): Booking {
  const direction = textAt(node, 4, "CdtDbtInd");
  const status = textAt(node, 4, "Sts", "Cd") ?? textAt(node, 4, "Sts");
  const valueOn = dayOf(node, "ValDt");
  const bookedOn = required(dayOf(node, "BookgDt") ?? valueOn ?? createdOn, number, "BookgDt");
  return {
    node,
    number,
    account,
    amount: required(amountOf(node, "Amt"), number, "Amt"),
    isCredit: required(direction === "CRDT" || direction === "DBIT" ? direction : null, number, "CdtDbtInd") === "CRDT",
    isReversal: textAt(node, 5, "RvslInd") === "true",
    isPending: required(status, number, "Sts") !== "BOOK",
    bookedOn,
    valueOn: valueOn ?? bookedOn,
    bankReference: referenceOf(node, "AcctSvcrRef"),
  };
}

function entriesOf(booking: Booking, keys: EntryKeys): ParsedEntry[] {
  const { node, amount, isCredit } = booking;
  const details = childrenOf(node, "NtryDtls").flatMap((each) => childrenOf(each, "TxDtls"));
  const batch = childOf(node, "NtryDtls", "Btch");
  const summary = keys.number(entryOf(booking, { node: batch, refs: batch, amount }), {});
  if (details.length === 0) return [{ ...summary, isSummary: true }];
  const isOnly = details.length === 1;
  const parts = details.map((detail) =>
    entryOf(booking, {
      node: detail,
      refs: childOf(detail, "Refs"),
      amount: isOnly ? amount : amountIn(detail, amount),
    }),
  );
  const sum = parts.reduce((total, { amountMicros, kind }) => {
    return kind === summary.kind ? total + amountMicros : total - amountMicros;
  }, 0n);
  const isBooked = isCredit && parts.every(({ isReturn }) => !isReturn);
  // What a person confirms may stand alone; what is booked must sum to the booking.
  if (sum !== amount.micros && !isBooked) {
    const first = parts.find(({ paymentInformationId, messageId }) => paymentInformationId ?? messageId);
    return [
      {
        ...summary,
        messageId: summary.messageId ?? first?.messageId ?? null,
        paymentInformationId: summary.paymentInformationId ?? first?.paymentInformationId ?? null,
        isSummary: true,
        hasOtherDetails: true,
      },
    ];
  }
  const within = new Map<string, number>();
  return parts.map((part, at) => keys.number(part, { transfer: transferIdOf(details[at], part), within }));
}

/** What the file says to tell the transfers of one booking apart. */
function transferIdOf(detail: unknown, { instructionId, endToEndId, reference }: ParsedEntry): string {
  const own = ["AcctSvcrRef", "TxId", "UETR"].map((name) => referenceOf(detail, "Refs", name));
  return [instructionId, endToEndId, ...own, reference].map((each) => each ?? "").join(" ");
}

/** The amount of a transfer in the currency of the account. */
function amountIn(detail: unknown, { currency }: BankAmount): BankAmount {
  const found = [amountOf(detail, "Amt"), amountOf(detail, "AmtDtls", "TxAmt", "Amt"), instructedAmount(detail)];
  return found.find((each) => each?.currency === currency) ?? { currency, micros: 0n };
}

const instructedAmount = (detail: unknown): BankAmount | null => amountOf(detail, "AmtDtls", "InstdAmt", "Amt");

function entryOf(
  booking: Booking,
  { node, refs, amount }: { node: unknown; refs: unknown; amount: BankAmount },
): ParsedEntry {
  const { isReversal, account, bookedOn, valueOn, bankReference, isPending } = booking;
  const direction = textAt(node, 4, "CdtDbtInd");
  const isCredit = direction === null ? booking.isCredit : direction === "CRDT";
  const hasReason = childOf(node, "RtrInf") !== undefined;
  const isReturn = isReversal || hasReason || isReturnFamily(node) || isReturnFamily(booking.node);
  const party = partyOf(node, isCredit && !isReturn ? "Dbtr" : "Cdtr");
  const text = joinedText(node, "RmtInf", "Ustrd") ?? textAt(node, 140, "AddtlTxInf");
  const instructed = instructedAmount(node);
  return {
    kind: isCredit ? "credit" : "debit",
    key: "",
    bookingKey: "",
    isSummary: false,
    hasOtherDetails: false,
    isPending,
    isReturn,
    isRejection: false,
    account,
    currency: amount.currency,
    amountMicros: amount.micros,
    instructed: instructed !== null && instructed.currency !== amount.currency ? instructed : null,
    chargesMicros: chargesOf(node, amount) ?? chargesOf(booking.node, amount),
    bookedOn,
    valueOn,
    bankReference,
    messageId: referenceOf(refs, "MsgId"),
    paymentInformationId: referenceOf(refs, "PmtInfId"),
    instructionId: referenceOf(refs, "InstrId"),
    endToEndId: referenceOf(refs, "EndToEndId"),
    ...party,
    reference: isCredit && !isReturn ? findReference(structuredReferences(node), text) : null,
    text: text ?? textAt(booking.node, 140, "AddtlNtryInf"),
    returnCode: reasonCodeOf(node, "RtrInf", "Rsn"),
    returnText: joinedText(node, "RtrInf", "AddtlInf"),
  };
}

/**
 * What banks deducted from a transfer: the total that the file states, else the sum of its records, else what is missing
 * of the amount that was instructed. Null if it says nothing.
 */
function chargesOf(node: unknown, { currency, micros }: BankAmount): bigint | null {
  const total = amountOf(node, "Chrgs", "TtlChrgsAndTaxAmt");
  if (total?.currency === currency) return total.micros;
  const records = childrenOf(node, "Chrgs").flatMap((charges) => childrenOf(charges, "Rcrd"));
  const deducted = records.flatMap((record) => {
    const amount = amountOf(record, "Amt");
    return amount?.currency === currency && textAt(record, 4, "CdtDbtInd") !== "CRDT" ? [amount.micros] : [];
  });
  if (deducted.length > 0) return deducted.reduce((sum, each) => sum + each, 0n);
  const instructed = instructedAmount(node);
  return instructed?.currency === currency && instructed.micros > micros ? instructed.micros - micros : null;
}

const isReturnFamily = (node: unknown): boolean =>
  returnFamilies.has(textAt(node, 4, "BkTxCd", "Domn", "Fmly", "SubFmlyCd") ?? "");

const structuredReferences = (node: unknown): string[] =>
  childrenOf(node, "RmtInf", "Strd").flatMap((each) => textAt(each, 40, "CdtrRefInf", "Ref") ?? []);

function partyOf(node: unknown, role: "Dbtr" | "Cdtr"): Pick<ParsedEntry, "partyName" | "partyIban"> {
  const party = childOf(node, "RltdPties", role);
  return {
    partyName: textAt(party, 140, "Pty", "Nm") ?? textAt(party, 140, "Nm"),
    partyIban: accountOf(node, "RltdPties", `${role}Acct`),
  };
}
