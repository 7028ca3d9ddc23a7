import { formatCompanyUid } from "@litfass/contract/kernel/country/company-uid";
import type { RegisteredCompany } from "@litfass/contract/users/company-register";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";

/** `code` is that of the fault, such as `Data_validation_failed` or `Request_limit_exceeded`. */
export type RegisterAnswer = { company: RegisteredCompany | null } | { fault: string };

const lists = ["organisationType", "address"];
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, isArray: (name) => lists.includes(name) });

const text = z.string().default("");
const addressSchema = z.object({
  addressCategory: text,
  street: text,
  houseNumber: text,
  swissZipCode: text,
  town: text,
});
const companySchema = z.object({
  organisation: z.object({
    organisationIdentification: z.object({ organisationName: z.string().min(1) }),
    address: z.array(addressSchema).default([]),
  }),
  uidregInformation: z.object({ uidregStatusEnterpriseDetail: z.string() }),
  vatRegisterInformation: z.object({ vatStatus: text }).optional(),
});
const resultSchema = z.union([z.literal(""), z.object({ organisationType: z.array(companySchema).min(1) })]);
const answerSchema = z.object({
  Envelope: z.object({
    Body: z.union([
      z.object({ GetByUIDResponse: z.object({ GetByUIDResult: resultSchema }) }),
      z.object({ Fault: z.object({ faultstring: z.string() }) }),
    ]),
  }),
});

/** Definitive, or being changed. Others are provisional, deleted, or a duplicate (eCH-0108, enterprise status). */
const activeStatuses = ["3", "4"];
const isVatRegistered = "2";

/**
 * Reads an answer to `GetByUID` (SOAP 1.1, types of eCH-0108 version 5): the company with its legal address, null if the
 * register has no active one.
 * @throws Error if the text is no such answer.
 */
export function readCompany(xml: string, digits: string): RegisterAnswer {
  const read = answerSchema.safeParse(parser.parse(xml));
  if (!read.success) throw new Error(`no answer of the UID register: ${z.prettifyError(read.error)}`);
  const { Body: body } = read.data.Envelope;
  if ("Fault" in body) return { fault: body.Fault.faultstring };
  const result = body.GetByUIDResponse.GetByUIDResult;
  const company = result === "" ? undefined : result.organisationType[0];
  if (!company || !activeStatuses.includes(company.uidregInformation.uidregStatusEnterpriseDetail)) {
    return { company: null };
  }
  const { organisationIdentification, address: addresses } = company.organisation;
  const address = addresses.find(({ addressCategory }) => addressCategory === "LEGAL") ?? addresses[0];
  return {
    company: {
      company_name: organisationIdentification.organisationName,
      street: address?.street ?? "",
      house_number: address?.houseNumber ?? "",
      postal_code: address?.swissZipCode ?? "",
      city: address?.town ?? "",
      vat_number:
        company.vatRegisterInformation?.vatStatus === isVatRegistered ? `${formatCompanyUid(digits)} MWST` : null,
    },
  };
}
