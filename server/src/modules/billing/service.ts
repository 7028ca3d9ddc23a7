import type { Subject } from "./invoices/invoice.ts";

/** Work that is sold beside budget. */
export type ServiceId = "banner_set";

/** How a service is called on invoices and in lists. */
export const serviceNames: Record<ServiceId, Subject> = {
  banner_set: { en: "Custom banner set, 4 formats", de: "Individuelles Banner-Set, 4 Formate" },
};
