import { bulkSections } from "@litfass/contract/campaigns/bulk-campaigns";

/** The sections of a bulk campaign, and its launch. */
export const bulkSteps = [...bulkSections, "launch"] as const;
export type BulkStep = (typeof bulkSteps)[number];
export const isBulkStep = (value: string | null): value is BulkStep => bulkSteps.some((step) => step === value);

/** The path of a step; the creatives have a separate one (ROUTE-016). */
export const placeOf = (id: number, step: BulkStep): string =>
  step === "creatives" ? `/bulk-campaigns/${id}/creatives` : `/bulk-campaigns/${id}?step=${step}`;
