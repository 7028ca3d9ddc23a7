import { z } from "zod";
import { companyUidDigits } from "../kernel/country/company-uid.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { line, textKinds } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";
import { signedIn } from "../kernel/who.ts";

/** What the register knows of a company; parts that it does not know are empty. */
const registeredCompanySchema = z.object({
  company_name: z.string(),
  street: z.string(),
  house_number: z.string(),
  postal_code: z.string(),
  city: z.string(),
  /** CHE-123.456.788 MWST; null for a company that is not registered for VAT. */
  vat_number: z.string().nullable(),
});
export type RegisteredCompany = z.infer<typeof registeredCompanySchema>;

const companyUid = line({ min: 1, max: 30 })
  .refine((value) => companyUidDigits(value) !== null, say("company_uid.invalid"))
  .meta({ examples: ["CHE-123.456.788"] })
  .register(textKinds, { kind: "line" });

export const companyRegisterEndpoints = {
  showRegisteredCompany: endpoint({
    method: "GET",
    path: "/company-register",
    tag: "Users",
    summary:
      "Name and address of a Swiss company by its UID, from the federal UID register; 422 if it has no active company " +
      "with it, 503 if it does not respond or the operator does not use it",
    who: signedIn,
    account: "any",
    query: z.object({ company_uid: companyUid }),
    output: registeredCompanySchema,
    errors: ["invalid", "too_many_requests", "unavailable"],
  }),
};
