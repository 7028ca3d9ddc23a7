import { bulkSections } from "@litfass/contract/campaigns/bulk-campaigns";

/** The sections of a bulk campaign, and its launch. */
export const bulkSteps = [...bulkSections, "launch"] as const;
export type BulkStep = (typeof bulkSteps)[number];
export const isBulkStep = (value: string | null): value is BulkStep => bulkSteps.some((step) => step === value);

/** Where a step is edited; the creatives have a path of their own (ROUTE-016). */
export const placeOf = (id: number, step: BulkStep): string =>
  step === "creatives" ? `/bulk-campaigns/${id}/creatives` : `/bulk-campaigns/${id}?step=${step}`;
