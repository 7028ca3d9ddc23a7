import type { BankMessage } from "@litfass/contract/bank/bank-files";

export type BankAmount = { currency: string; micros: bigint };

/** A booking of the bank, one transfer of it, or the bank's report on a transfer, as the file has it. */
export type ParsedEntry = {
  kind: "debit" | "credit" | "status";
  /** What identifies it in every file, and the booking to which it belongs. */
  key: string;
  bookingKey: string;
  /** It is for a whole booking whose transfers the file does not list, or not with amounts that sum to it. */
  isSummary: boolean;
  hasOtherDetails: boolean;
  isPending: boolean;
  /** A credit: a transfer came back. A debit: a credit was taken back. */
  isReturn: boolean;
  /** The bank's report: it refused. */
  isRejection: boolean;
  account: string | null;
  currency: string | null;
  amountMicros: bigint;
  /** What was to be transferred, if it has another currency. */
  instructed: BankAmount | null;
  /** What the bank says it deducted, in the entry's currency. */
  chargesMicros: bigint | null;
  bookedOn: string;
  valueOn: string;
  bankReference: string | null;
  messageId: string | null;
  paymentInformationId: string | null;
  instructionId: string | null;
  endToEndId: string | null;
  partyName: string | null;
  partyIban: string | null;
  reference: string | null;
  text: string | null;
  returnCode: string | null;
  returnText: string | null;
};

export type ParsedFile = {
  message: BankMessage;
  version: string;
  /** The account of its first statement. */
  account: string | null;
  entries: ParsedEntry[];
};
