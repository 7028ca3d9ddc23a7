import type { RegisteredCompany } from "@litfass/contract/users/company-register";
import type { Platform } from "@litfass/platform/platform";
import { invalid, Problem, tooMany, unavailable } from "@litfass/platform/problem";
import { type RegisterAnswer, readCompany } from "./read-company.ts";

const timeoutMs = 8_000;
const maxBytes = 200_000;
/** The register counts requests by minute. */
const retrySeconds = 60;
const action = "http://www.uid.admin.ch/xmlns/uid-wse/IPublicServices/GetByUID";

/**
 * An active Swiss company by the nine digits of its UID, from the public services of the Federal Statistical Office.
 * @see https://www.bfs.admin.ch/bfs/en/home/registers/enterprise-register/enterprise-identification/uid-register/uid-interfaces.html
 * @throws Problem 422 if there is none, 429 if the register has had too many requests, 503 if it does not respond
 */
export async function lookUpCompany(platform: Platform, digits: string): Promise<RegisteredCompany> {
  const answer = await ask(platform, digits);
  if ("company" in answer && answer.company) return answer.company;
  if ("fault" in answer && answer.fault === "Request_limit_exceeded") throw tooMany(retrySeconds);
  if ("fault" in answer && answer.fault !== "Data_validation_failed") {
    platform.log.warn({ fault: answer.fault }, "the UID register reports a fault");
    throw unavailable("company_uid.unavailable");
  }
  throw invalid({ company_uid: ["company_uid.unknown"] });
}

async function ask({ config, egress, log }: Platform, digits: string): Promise<RegisterAnswer> {
  const url = config.companyRegisterUrl;
  if (url === null) throw unavailable("company_uid.unavailable");
  try {
    const headers = { "content-type": "text/xml; charset=utf-8", soapaction: `"${action}"` };
    const body = requestOf(digits);
    const answer = await egress(url, { method: "POST", headers, body, timeoutMs, maxBytes, maxRedirects: 0 });
    // Faults come with status 500.
    return readCompany(answer.text(), digits);
  } catch (error) {
    if (error instanceof Problem) throw error;
    log.warn({ err: error }, "the UID register does not respond");
    throw unavailable("company_uid.unavailable");
  }
}

const requestOf = (digits: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
<GetByUID xmlns="http://www.uid.admin.ch/xmlns/uid-wse"><uid>
<uidOrganisationIdCategorie xmlns="http://www.ech.ch/xmlns/eCH-0097/5">CHE</uidOrganisationIdCategorie>
<uidOrganisationId xmlns="http://www.ech.ch/xmlns/eCH-0097/5">${digits}</uidOrganisationId>
</uid></GetByUID></soap:Body></soap:Envelope>`;
