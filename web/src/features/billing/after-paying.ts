/** The endpoints to refetch after a card payment. */
export const afterPaying = [
  "showMe",
  "listInvoices",
  "listPayments",
  "listSavedCards",
  "showStatement",
  "showCampaignSpend",
] as const;
