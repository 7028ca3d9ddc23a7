import { type LineOfBusiness, linesOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { AuditChange, AuditValue } from "@litfass/contract/kernel/audit";
import { isLanguage, nativeName } from "@litfass/contract/kernel/language";
import { userStatus } from "@litfass/contract/kernel/roles";
import { countryName, formatDate, formatMoney } from "../../../i18n/format.ts";
import { hasText } from "../../../i18n/has-text.ts";
import { lineOfBusinessName } from "../../../i18n/line-of-business.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";

const days = new Set(["end_at", "first_on", "last_on"]);
const isLine = (value: AuditValue): value is LineOfBusiness => typeof value === "string" && value in linesOfBusiness;
const statusNames = Object.fromEntries(Object.entries(userStatus).map(([name, code]) => [code, name]));

/**
 * Formats a recorded value: names instead of codes, amounts with their currency, localized dates. The surrounding
 * screen has loaded the `users-admin` catalog.
 */
export function useAuditValue(): (field: AuditChange["field"], value: AuditValue) => string {
  const { t, i18n } = useTranslation("audit");
  const users = useTranslation("users-admin");
  return (field, value) => {
    const named = (key: string): string => (hasText(key, "audit") ? t(key) : String(value));
    const userText = (key: string): string => (hasText(key, "users-admin") ? users.t(key) : String(value));
    if (field === "user_status") return userText(`status.${statusNames[Number(value)] ?? "unfilled"}`);
    if (field === "status")
      return named(hasText(`order.${value}`, "audit") ? `order.${value}` : `campaign.${value ?? "none"}`);
    if (value === null || value === "") return t("empty");
    if (typeof value === "object") return formatMoney(value.amount, value.currency);
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (field === "user_role") return userText(`role.${value}`);
    if (field === "user_type") return userText(`type.${value}`);
    if (field === "country_code") return countryName(String(value));
    if (field === "line_of_business" && isLine(value)) return lineOfBusinessName(value, i18n.language);
    if (field === "plan") return named(`plans.${value}`);
    if (field === "lang") return isLanguage(value) ? nativeName(value) : String(value);
    if (field === "state") return named(`priceState.${value}`);
    if (field === "sign_in_methods" || field === "removed")
      return String(value)
        .split(", ")
        .map((each) => {
          const key: string = `method.${each}`;
          return hasText(key, "audit") ? t(key) : each;
        })
        .join(", ");
    if (days.has(field)) return formatDate(value);
    return String(value);
  };
}
