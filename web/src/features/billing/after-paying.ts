/** What a card payment changes on the screens. */
export const afterPaying = [
  "showMe",
  "listInvoices",
  "listPayments",
  "listSavedCards",
  "showStatement",
  "showCampaignSpend",
] as const;
