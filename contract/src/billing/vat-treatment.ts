/**
 * Why a sale has VAT or none: `taxed` at a rate; `reverse_charge`, a business abroad owes it; `export`, a service to a
 * customer outside the EU; `abroad`, one to a customer in another country; `zero_rated` at home; `unregistered`, the
 * seller is not registered for VAT.
 */
export const vatTreatments = ["taxed", "reverse_charge", "export", "abroad", "zero_rated", "unregistered"] as const;
export type VatTreatment = (typeof vatTreatments)[number];
