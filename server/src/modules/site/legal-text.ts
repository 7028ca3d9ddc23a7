import type { Seller } from "../billing/index.ts";

/** A legal page in one language. */
export type LegalText = {
  title: string;
  lead: string;
  sections: { heading: string; paragraphs: string[]; address?: string[] }[];
};

/** Name and address of the operator, a line each. */
export const addressOf = (seller: Seller): string[] => [
  seller.name,
  `${seller.street} ${seller.houseNumber}`,
  `${seller.countryCode}-${seller.postalCode} ${seller.city}`,
];
