import { useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Combobox } from "../ui/inputs/combobox.tsx";
import type { Option } from "../ui/inputs/select.tsx";
import text from "../ui/layout/text.module.css";
import list from "../ui/tables/list-filters.module.css";
import { useCall } from "./use-call.ts";

type CustomerFilterProps = {
  /** Whom it offers, within the viewer's reach: customers with campaigns, with custom banner sets, or all. */
  of: "campaigns" | "bannerSets" | "all";
  value: string | undefined;
  /** The chosen customer's name as listed: of `all`, a link may name one beyond the first options. */
  name?: string | undefined;
  onChange: (uid: string | null) => void;
};

const everyone = "";
const staleMs = 60_000;

/** Chooses the customer whose rows a list shows, by name; all of them at first. */
export function CustomerFilter({ of, value, name, onChange }: CustomerFilterProps) {
  const { t } = useTranslation("customers");
  const [search, setSearch] = useState("");
  const [picked, setPicked] = useState<Option | null>(null);
  const found = useCustomers(of, search, value);
  const listed = value !== undefined && name ? [{ value, label: name }] : [];
  const chosen = [...found, ...(picked ? [picked] : []), ...listed].find((option) => option.value === value) ?? null;
  return (
    <Combobox
      className={list.customer}
      label={<span className={text.hidden}>{t("label")}</span>}
      placeholder={t("all")}
      options={value === undefined ? found : [{ value: everyone, label: t("all") }, ...found]}
      value={chosen}
      onSearch={setSearch}
      onChange={(option) => {
        const customer = option?.value === everyone ? null : option;
        setPicked(customer);
        onChange(customer?.value ?? null);
      }}
    />
  );
}

function useCustomers(of: CustomerFilterProps["of"], search: string, owner: string | undefined): Option[] {
  const owners = useCall(
    "listCampaignOwners",
    { query: { search, owner } },
    { enabled: of === "campaigns", keep: true, staleMs },
  );
  const setOwners = useCall(
    "listBannerSetOwners",
    { query: { search, owner } },
    { enabled: of === "bannerSets", keep: true, staleMs },
  );
  const all = useCall(
    "listAssignableCustomers",
    { query: { search: search || undefined, per_page: 50, sort: "company_name" } },
    { enabled: of === "all", keep: true, staleMs },
  );
  if (of !== "all") {
    const listed = of === "campaigns" ? owners : setOwners;
    return (listed.data ?? []).map(({ value, text: label }) => ({ value, label }));
  }
  return (all.data?.data ?? []).map(({ uid, company_name, full_name, email }) => ({
    value: uid,
    label: company_name || full_name || email || uid,
  }));
}
