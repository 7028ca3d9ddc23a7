import type { Company } from "./company.ts";

/** A fictitious company that cannot receive payments, for demos and tests. In a file without schemas, because the first screen loads the defaults. */
export const demoCompany: Company = {
  name: "Litfass Demo AG",
  street: "Säulenstrasse",
  house_number: "7",
  postal_code: "8000",
  city: "Zürich",
  country_code: "CH",
  vat_number: "CHE-123.456.788 MWST",
  register: null,
  iban: "CH9300762011623852957",
  bic: null,
  accounts: [],
  email: "billing@demo.example",
  phone: null,
  vat_rates: ["CH", "LI"].flatMap((country_code) => [
    { country_code, from_on: "2024-01-01", percent: 8.1 },
    { country_code, from_on: "2018-01-01", percent: 7.7 },
  ]),
};
