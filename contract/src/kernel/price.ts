/** Price of a thousand impressions, 25 CPM (CONST-001), in minor units. */
export const cpmMinor = 2_500;
/** The same as a decimal amount. */
export const cpm = cpmMinor / 100;
