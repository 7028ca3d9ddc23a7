import { byLanguage } from "@litfass/contract/kernel/language";
import type { Subject } from "./invoices/invoice.ts";
import { t } from "./texts.ts";

/** A service sold besides budget. */
export type ServiceId = "banner_set";

/** The name of a service on invoices and in lists. */
export const serviceNames: Record<ServiceId, Subject> = {
  banner_set: byLanguage((language) => t(language, "service.banner_set")),
};
