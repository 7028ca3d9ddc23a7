import { type Check, checkBy, type FormSchema } from "../../api/contract-form.ts";
import type { Translate } from "../../i18n/text-keys.ts";

/** Checks a change of settings. Messages name the reason by the label that the forms show, not by the API's field. */
export const checkChange = <Values>(schema: FormSchema, t: Translate<"settings">): Check<Values> =>
  checkBy<Values>(schema, { note: t("note") });
