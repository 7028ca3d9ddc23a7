import type { Endpoints } from "@litfass/contract/index";
import type { CallInput } from "@litfass/contract/kernel/endpoint";

/** The values of the form of legal texts. */
export type LegalValues = CallInput<Endpoints["changeLegal"]>["body"];
