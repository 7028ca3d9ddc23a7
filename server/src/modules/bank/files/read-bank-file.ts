import { type BankMessage, bankMessages } from "@litfass/contract/bank/bank-files";
import { childOf, parseBankXml } from "./bank-xml.ts";
import { FileProblem } from "./file-problem.ts";
import type { ParsedFile } from "./parsed-file.ts";
import { readCamt } from "./read-camt.ts";
import { readStatusReport } from "./read-status-report.ts";

/** The element of each message below `Document`. */
const roots: Record<BankMessage, string> = {
  "camt.053": "BkToCstmrStmt",
  "camt.054": "BkToCstmrDbtCdtNtfctn",
  "pain.002": "CstmrPmtStsRpt",
};

/** Reads a file of the bank. @throws FileProblem */
export function readBankFile(bytes: Uint8Array): ParsedFile {
  const { content, tag } = parseBankXml(bytes);
  const { message, version } = messageOf(tag);
  const root = childOf(content, roots[message]);
  if (root === undefined) throw new FileProblem("bank.message");
  if (message === "pain.002") return { message, version, account: null, entries: readStatusReport(root) };
  return { message, version, ...readCamt(root, message === "camt.053" ? "Stmt" : "Ntfctn") };
}

/** The message and its version, as the namespace names them. @throws FileProblem */
function messageOf(tag: string): { message: BankMessage; version: string } {
  const [, name, version] = /\b([a-z]{4}\.\d{3})\.001\.(\d{2})\b/.exec(tag) ?? [];
  if (name === undefined || version === undefined) throw new FileProblem("bank.message");
  if (!Object.hasOwn(bankMessages, name)) throw new FileProblem("bank.other_message", { message: name });
  const message = name as BankMessage;
  const versions = bankMessages[message];
  if (versions.includes(version)) return { message, version };
  throw new FileProblem("bank.version", { message: `${name}.001.${version}`, known: versions.join(", ") });
}
