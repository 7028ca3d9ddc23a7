/** What is read again after an approval or a payment. */
export const statementReads = [
  "listAllPublisherStatements",
  "listPublisherStatements",
  "listPublisherPayments",
  "listPublisherPayouts",
  "listApprovals",
] as const;
