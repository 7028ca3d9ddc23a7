import {
  brandChangeSchema,
  companyChangeSchema,
  languagesChangeSchema,
  pricesChangeSchema,
  ratesChangeSchema,
} from "@litfass/contract/settings/settings-endpoints";
import { expect, test } from "vitest";
import texts from "../../i18n/en/settings.json" with { type: "json" };
import type { Translate } from "../../i18n/text-keys.ts";
import { checkChange } from "./check-change.ts";

const t = ((key: "note") => texts[key]) as unknown as Translate<"settings">;

test.each([
  ["brand", brandChangeSchema],
  ["company", companyChangeSchema],
  ["prices", pricesChangeSchema],
  ["rates", ratesChangeSchema],
  ["languages", languagesChangeSchema],
])("a change of the %s without a reason names the field as the form labels it", (_section, schema) => {
  expect(checkChange(schema, t)({ version: 1, note: "" }).note).toBe("The Reason for the change field is required");
});
