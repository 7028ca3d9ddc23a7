/** Price of a thousand impressions, 25 CPM (CONST-001), in minor units. */
export const cpmMinor = 2_500;
