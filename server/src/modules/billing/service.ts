import type { Subject } from "./invoices/invoice.ts";
import { t } from "./texts.ts";

/** Work that is sold beside budget. */
export type ServiceId = "banner_set";

/** What a service is called on invoices and in lists. */
export const serviceNames: Record<ServiceId, Subject> = {
  banner_set: { en: t("en", "service.banner_set"), de: t("de", "service.banner_set") },
};
