/** What is read again after an import or a decision. */
export const bankReads = [
  "listBankEntries",
  "listBankFiles",
  "listAllPublisherStatements",
  "listPublisherPayments",
  "listPublisherPayouts",
  "listManualInvoices",
  "listApprovals",
  "listWork",
] as const;
