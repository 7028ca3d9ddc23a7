import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { languageSchema } from "../kernel/validation.ts";
import { visitor } from "../kernel/who.ts";
import { signInProviders } from "../users/users.ts";

export const siteEndpoints = {
  showTerms: endpoint({
    method: "GET",
    path: "/site/terms",
    tag: "Site",
    summary: "The edition of the terms in force, and what it changed",
    who: visitor,
    output: z.object({
      /** 1 until the operator asks customers to accept new terms. */
      edition: z.int(),
      /** In the language of the request, or in English; empty if the operator says nothing. */
      changes: z.string(),
      /** Whether the signed-in user has accepted an edition before. */
      has_accepted: z.boolean(),
    }),
  }),
  showSite: endpoint({
    method: "GET",
    path: "/site/status",
    tag: "Site",
    summary: "What the web application must know before anyone signs in",
    who: visitor,
    output: z.object({
      operator_name: z.string(),
      /** The release that runs. */
      version: z.string(),
      /** The current price of a thousand impressions by currency. */
      cpm: z.partialRecord(currencySchema, amountSchema),
      /** The currencies of new accounts, in the order in which prices name them. */
      currencies: z.array(currencySchema),
      /** The operator's countries, most usual first. New accounts start with the first. */
      countries: z.array(z.string()),
      /** Whether Swiss companies can be looked up by their UID. */
      company_register: z.boolean(),
      /** What new campaigns start with. */
      campaign_defaults: z.object({
        /** One amount for every currency, or an amount for each. */
        monthly_budget: z.union([amountSchema, z.partialRecord(currencySchema, amountSchema)]),
        weeks: z.int(),
        radius_km: z.int(),
        /** Impressions per visitor and campaign by strategy; null: no cap. */
        frequency_cap: z.object({ awareness: z.int(), performance: z.int().nullable() }),
      }),
      /** How the operator appears on screens; logos are URLs. */
      brand: z.object({
        name: z.string(),
        support_address: z.string().nullable(),
        social_links: z.array(z.string()),
        primary_color: z.string(),
        text_on_primary: z.string(),
        logo_light: z.string().nullable(),
        logo_dark: z.string().nullable(),
        mark: z.string().nullable(),
      }),
      /** Screens show whether traffic and payments are real. */
      sandbox: z.object({ traffic: z.boolean(), payments: z.boolean(), mailbox_url: z.string().nullable() }),
      sign_in_providers: z.array(z.enum(signInProviders)),
      identity: z.object({
        api_key: z.string(),
        project_id: z.string(),
        /** The provider of this installation, at the web app's origin. */
        built_in: z.boolean(),
        /** Origin of an external provider; null for the built-in one and for Google's. */
        base_url: z.string().nullable(),
      }),
      /** The languages that people can choose, in the order of selectors. */
      languages: z.array(languageSchema),
      ads_url: z.string(),
      google_maps_key: z.string().nullable(),
    }),
  }),
};
