import { expect, test } from "vitest";
import { type UserValues, userChangesOf } from "./user-changes.ts";

const start: UserValues = {
  first_name: "Nora",
  last_name: "",
  company_name: "Brothaus Matte",
  user_type: "company",
  country_code: "CH",
  postal_code: "3011",
  city: "Bern",
  street: "Mattenenge",
  house_number: "4",
  vat_number: "",
  line_of_business: null,
  isAllowPromotionAds: false,
  email: "nora@brothaus.example",
  user_role: "customer",
};

test("sends only changed fields, trimmed", () => {
  expect(userChangesOf({ ...start, city: "Thun ", first_name: " Nora" }, start)).toEqual({ city: "Thun" });
  expect(userChangesOf(start, start)).toEqual({});
});

test("sends a postal code with its country, and a country with its postal code and VAT number", () => {
  expect(userChangesOf({ ...start, postal_code: "3600" }, start)).toEqual({ postal_code: "3600", country_code: "CH" });
  expect(userChangesOf({ ...start, country_code: "DE", vat_number: "DE123456788" }, start)).toEqual({
    country_code: "DE",
    postal_code: "3011",
    vat_number: "DE123456788",
  });
});

test("removes a cleared VAT number", () => {
  const before = { ...start, vat_number: "CHE-116.281.710 MWST" };
  expect(userChangesOf(start, before)).toEqual({ vat_number: null, country_code: "CH", postal_code: "3011" });
});
