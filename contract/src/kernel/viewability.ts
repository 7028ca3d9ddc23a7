/** Guaranteed viewability and the industry's average, in percent (CONST-023). */
export const visibility = { guaranteed: 70, industryAverage: 50 } as const;
