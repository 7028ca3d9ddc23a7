import type { Company } from "./companies.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
const optional = (name: string, text: string | undefined): string =>
  text === undefined ? "" : `<${name}>${escaped(text)}</${name}>`;

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

/** The answer of `GetByUID`: one company, or none. */
export function companyAnswer(digits: string, company: Company | undefined): string {
  const result = company ? `<GetByUIDResult>${organisation(digits, company)}</GetByUIDResult>` : "<GetByUIDResult/>";
  return envelope(`<GetByUIDResponse xmlns="http://www.uid.admin.ch/xmlns/uid-wse">${result}</GetByUIDResponse>`);
}

function organisation(digits: string, { name, status, isInVatRegister, address }: Company): string {
  const uid = `<uidOrganisationIdCategorie>CHE</uidOrganisationIdCategorie><uidOrganisationId>${digits}</uidOrganisationId>`;
  const shared = `<town>${escaped(address.town)}</town><swissZipCode>${address.zip}</swissZipCode><swissZipCodeAddOn>00</swissZipCodeAddOn><cantonAbbreviation>${address.canton}</cantonAbbreviation><countryIdISO2>CH</countryIdISO2>`;
  return [
    `<organisationType><organisation xmlns="http://www.ech.ch/xmlns/eCH-0108/5">`,
    `<organisationIdentification xmlns="http://www.ech.ch/xmlns/eCH-0098/5">`,
    `<uid xmlns="http://www.ech.ch/xmlns/eCH-0097/5">${uid}</uid>`,
    `<organisationName xmlns="http://www.ech.ch/xmlns/eCH-0097/5">${escaped(name)}</organisationName>`,
    `</organisationIdentification>`,
    `<address xmlns="http://www.ech.ch/xmlns/eCH-0098/5"><addressCategory>POBOX</addressCategory>${shared}</address>`,
    `<address xmlns="http://www.ech.ch/xmlns/eCH-0098/5"><addressCategory>LEGAL</addressCategory>`,
    `${optional("street", address.street)}${optional("houseNumber", address.houseNumber)}${shared}</address></organisation>`,
    `<uidregInformation xmlns="http://www.ech.ch/xmlns/eCH-0108/5">`,
    `<uidregStatusEnterpriseDetail>${status}</uidregStatusEnterpriseDetail><uidregPublicStatus>1</uidregPublicStatus></uidregInformation>`,
    `<vatRegisterInformation xmlns="http://www.ech.ch/xmlns/eCH-0108/5">`,
    `<vatStatus>${isInVatRegister ? 2 : 3}</vatStatus></vatRegisterInformation></organisationType>`,
  ].join("");
}

/** A fault of the service; its status is 500. */
export const fault = (error: "Data_validation_failed" | "Request_limit_exceeded", detail: string): string =>
  envelope(
    `<s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang="de-CH">${error}</faultstring><detail>` +
      `<businessFault xmlns="http://www.uid.admin.ch/xmlns/uid-wse">` +
      `<error xmlns="http://www.uid.admin.ch/xmlns/uid-wse-shared/2">${error}</error>` +
      `<errorDetail xmlns="http://www.uid.admin.ch/xmlns/uid-wse-shared/2">${detail}</errorDetail>` +
      `</businessFault></detail></s:Fault>`,
  );
