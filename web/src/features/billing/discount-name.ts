import type { Plan } from "@litfass/contract/billing/billing";

/** What a discount is called, with its percentage where it has one: `Spring offer −10%`. */
export const discountName = ({ label, percent }: NonNullable<Plan["discount"]>): string =>
  percent === null ? label : `${label} −${percent}%`;
