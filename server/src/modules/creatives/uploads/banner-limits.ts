/** A banner's limits: transferred bytes, and files requested before the load event. */
export type LoadLimits = { initialBytes: number; subloadBytes: number; initialRequests: number };
/** Limits with the rule or exchange that sets them. */
export type LoadRule = LoadLimits & { rule: string };

const kilobyte = 1000;
const iab = (initial: number, subload: number): LoadLimits => ({
  initialBytes: initial * kilobyte,
  subloadBytes: subload * kilobyte,
  initialRequests: 10,
});

/**
 * The weights of the IAB New Ad Portfolio (2017, fixed sizes, in its order of rows; 300x600 is its flexible 1:2). The wideboard of 994x250 is a
 * billboard.
 */
const portfolio: Record<string, LoadLimits> = {
  "994x250": iab(250, 500),
  "300x600": iab(200, 400),
  "160x600": iab(150, 300),
  "300x250": iab(150, 300),
  "728x90": iab(150, 300),
  "970x250": iab(250, 500),
  "970x90": iab(200, 400),
  "320x100": iab(80, 160),
  "320x50": iab(50, 100),
  "300x50": iab(50, 100),
};
/** Sizes that the portfolio does not list: those of the medium rectangle. */
const otherwise = iab(150, 300);
export const iabRule = "IAB New Ad Portfolio";

/**
 * The rule that decides whether a banner of this size is accepted; for an unknown size, that of the
 * medium rectangle.
 */
export const loadRule = (size: string | null): LoadRule => ({
  rule: iabRule,
  ...(portfolio[size ?? ""] ?? otherwise),
});
