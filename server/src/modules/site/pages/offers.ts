import type { Language } from "@litfass/contract/kernel/language";
import { t } from "./texts.ts";

/** The offer for agencies (AGENCY-001). */
export const agencyBenefits = ["bulk", "audiences", "whitelists", "remarketing", "subsidies"] as const;
/** The parts of the service bundle (SVC-001). */
export const serviceParts = ["search", "social", "tags", "reporting"] as const;

/** The message of the contact form for the offer named by `?about`; empty for everything else. */
export const prefilledMessage = (language: Language, about: unknown): string =>
  about === "services" || about === "agency" ? t(language, `${about}.message`) : "";
