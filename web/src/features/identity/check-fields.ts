import { message } from "@litfass/contract/kernel/messages";
import { type Check, checkEach, type FormSchema } from "../../api/contract-form.ts";
import { currentLocale } from "../../i18n/i18n.ts";

/** Validates fields with contract schemas and requires the other, labeled ones. */
export function checkFields<Values extends Record<string, unknown>>(
  schemas: Partial<Record<keyof Values & string, FormSchema>>,
  required: Partial<Record<keyof Values & string, string>> = {},
): Check<Values> {
  const checkSchemas = checkEach<Values>(schemas);
  return (values) => {
    const messages = checkSchemas(values);
    for (const [name, field] of Object.entries(required) as [string, string][]) {
      if (values[name] === "") messages[name] = message("rule.required", currentLocale(), { field });
    }
    return messages;
  };
}
