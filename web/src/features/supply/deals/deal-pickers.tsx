import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { MultiCombobox } from "../../../ui/inputs/combobox.tsx";
import { type Option, Select } from "../../../ui/inputs/select.tsx";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";
import { ownPlacements, placementOption } from "./deal-values.ts";

type SourceProps = { value: string; error: string | undefined; onChange: (source: string) => void };

/** The exchange of a deal, or the placements of publishers here. */
export function SourceField({ value, error, onChange }: SourceProps) {
  const { t } = useTranslation("deals");
  const exchanges = useCall("listExchanges", { query: { per_page: 100, sort: "name" } });
  const names = (exchanges.data?.data ?? []).map(({ name }) => name);
  const known = value === "" || value === ownPlacements || names.includes(value) ? names : [...names, value];
  return (
    <Select
      label={t("field.source")}
      help={t("help.source")}
      placeholder={t("placeholder.source")}
      options={[
        ...known.map((name) => ({ value: name, label: name })),
        { value: ownPlacements, label: t("source.placements") },
      ]}
      value={value === "" ? null : value}
      onChange={onChange}
      error={error}
    />
  );
}

type ListProps = { value: readonly Option[]; error: string | undefined; onChange: (options: Option[]) => void };

/** Placements of any publisher, found by name, site or publisher. */
export function PlacementsField(props: ListProps) {
  const { t } = useTranslation("deals");
  const [text, setText] = useState("");
  const search = useDebouncedValue(text.trim(), 250);
  const found = useCall("listDealPlacements", { query: { search } }, { keep: true, staleMs: 60_000 });
  return (
    <MultiCombobox
      multiple
      label={t("field.placement_ids")}
      placeholder={t("placeholder.placements")}
      options={(found.data ?? []).map(placementOption)}
      loading={found.isFetching}
      onSearch={setText}
      {...props}
    />
  );
}

/** The advertisers that may use a deal, found by name or address. */
export function AccountsField(props: ListProps) {
  const { t } = useTranslation("deals");
  const [text, setText] = useState("");
  const search = useDebouncedValue(text.trim(), 250) || undefined;
  const query = { group: "advertisers", search, per_page: 20, sort: "full_name", direction: "asc" } as const;
  const found = useCall("listUsers", { query }, { keep: true, staleMs: 60_000 });
  const options = (found.data?.data ?? []).map(({ uid, company_name, full_name, email }) => ({
    value: uid,
    // Two advertisers may have the same name.
    label: [company_name || full_name, email].filter(Boolean).join(", ") || uid,
  }));
  return (
    <MultiCombobox
      multiple
      label={t("field.account_uids")}
      help={t("help.account_uids")}
      placeholder={t("placeholder.accounts")}
      options={options}
      loading={found.isFetching}
      onSearch={setText}
      {...props}
    />
  );
}
