/** The recommended minimum per month and campaign (CONST-019). */
export const recommendedPerMonth = 500;
