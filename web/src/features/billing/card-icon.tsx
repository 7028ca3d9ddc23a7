import type { ReactNode } from "react";

/** The accepted cards (CONST-036). */
export const cardBrands = ["visa", "mastercard", "amex", "discover", "jcb", "unionpay"] as const;
export type CardBrand = (typeof cardBrands)[number];

export const brandNames: Record<CardBrand, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  jcb: "JCB",
  unionpay: "UnionPay",
};

const lettering = { fontWeight: 800, textAnchor: "middle" } as const;
const drawings: Record<CardBrand, ReactNode> = {
  visa: (
    <>
      <rect width="40" height="26" rx="4" fill="#1434CB" />
      <text x="20" y="17.6" fontSize="12.5" fontStyle="italic" fill="#FFFFFF" {...lettering}>
        VISA
      </text>
    </>
  ),
  mastercard: (
    <>
      <rect width="40" height="26" rx="4" fill="#0C1219" />
      <circle cx="16" cy="13" r="7.5" fill="#EB001B" />
      <circle cx="24" cy="13" r="7.5" fill="#F79E1B" />
      <path d="M20 6.66a7.5 7.5 0 0 1 0 12.68 7.5 7.5 0 0 1 0-12.68z" fill="#FF5F00" />
    </>
  ),
  amex: (
    <>
      <rect width="40" height="26" rx="4" fill="#016FD0" />
      <text x="20" y="16.8" fontSize="10.5" fill="#FFFFFF" {...lettering}>
        AMEX
      </text>
    </>
  ),
  discover: (
    <>
      <rect width="40" height="26" rx="4" fill="#FFFFFF" />
      <path d="M40 14v8a4 4 0 0 1-4 4H14c12-2 20-6 26-12z" fill="#F26E21" />
      <text x="19" y="14" fontSize="7" fill="#0C1219" {...lettering}>
        DISCOVER
      </text>
    </>
  ),
  jcb: (
    <>
      <rect width="40" height="26" rx="4" fill="#FFFFFF" />
      <rect x="8" y="4" width="7.4" height="18" rx="2" fill="#0B4EA2" />
      <rect x="16.3" y="4" width="7.4" height="18" rx="2" fill="#C8102E" />
      <rect x="24.6" y="4" width="7.4" height="18" rx="2" fill="#007B40" />
      <g fontSize="6" fill="#FFFFFF" {...lettering}>
        <text x="11.7" y="15.2">
          J
        </text>
        <text x="20" y="15.2">
          C
        </text>
        <text x="28.3" y="15.2">
          B
        </text>
      </g>
    </>
  ),
  unionpay: (
    <>
      <rect width="40" height="26" rx="4" fill="#FFFFFF" />
      <path d="M9.5 4H18l-3.5 18H6z" fill="#D10429" />
      <path d="M17.5 4H26l-3.5 18H14z" fill="#022E64" />
      <path d="M25.5 4H34l-3.5 18H22z" fill="#076F74" />
      <text x="20" y="15" fontSize="5.4" fill="#FFFFFF" {...lettering}>
        UnionPay
      </text>
    </>
  ),
};

/** A card's brand as a small image with its name. */
export function CardIcon({ brand }: { brand: CardBrand }) {
  return (
    <svg viewBox="0 0 40 26" width={40} height={26} role="img" aria-label={brandNames[brand]}>
      <title>{brandNames[brand]}</title>
      {drawings[brand]}
      <rect x="0.5" y="0.5" width="39" height="25" rx="3.5" fill="none" stroke="currentColor" strokeOpacity="0.18" />
    </svg>
  );
}
