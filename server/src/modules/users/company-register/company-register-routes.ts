import { endpoints } from "@litfass/contract/index";
import { companyUidDigits } from "@litfass/contract/kernel/country/company-uid";
import { createCallCounter } from "@litfass/platform/http/call-counter";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { tooMany } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { lookUpCompany } from "./look-up-company.ts";

/** The register admits 20 requests a minute from all users of the installation, so that no user can exhaust them. */
const lookUpsPerMinute = 5;

/** Companies of the Swiss UID register, for filling in an account. */
export function companyRegisterRoutes(app: FastifyInstance, platform: Platform): void {
  const counter = createCallCounter({ name: "company-register", limit: lookUpsPerMinute, windowMs: 60_000 });
  mount(app, endpoints.showRegisteredCompany, async ({ caller, query }) => {
    const waitSeconds = counter.count(caller.uid);
    if (waitSeconds !== null) throw tooMany(waitSeconds);
    return lookUpCompany(platform, companyUidDigits(query.company_uid) ?? "");
  });
}
