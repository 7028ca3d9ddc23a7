import type { AuditChange, AuditValue } from "@litfass/contract/kernel/audit";
import { userStatus } from "@litfass/contract/kernel/roles";
import { useTranslation } from "react-i18next";
import { countryName, formatDate, formatMoney } from "../../../i18n/format.ts";

const statusNames = Object.fromEntries(Object.entries(userStatus).map(([name, code]) => [code, name]));

/**
 * How a recorded value reads: names in place of codes, amounts with their currency, days as people write them. The
 * screen around it has loaded the texts of users.
 */
export function useAuditValue(): (field: AuditChange["field"], value: AuditValue) => string {
  const { t } = useTranslation("audit");
  return (field, value) => {
    if (field === "user_status") return t(`users-admin:status.${statusNames[Number(value)] ?? "unfilled"}`);
    if (field === "status") return t(`campaign.${value ?? "none"}`);
    if (value === null || value === "") return t("empty");
    if (typeof value === "object") return formatMoney(value.amount, value.currency);
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (field === "user_role") return t(`users-admin:role.${value}`);
    if (field === "user_type") return t(`users-admin:type.${value}`);
    if (field === "country_code") return countryName(String(value));
    if (field === "plan") return t(`plans.${value}`);
    if (field === "end_at") return formatDate(value);
    return String(value);
  };
}
