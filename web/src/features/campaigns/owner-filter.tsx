import { useState } from "react";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Combobox } from "../../ui/inputs/combobox.tsx";
import type { Option } from "../../ui/inputs/select.tsx";
import styles from "./campaigns-page.module.css";

type OwnerFilterProps = { value: string | undefined; onChange: (uid: string | null) => void };

/** Chooses the customer whose campaigns are listed, by name; empty for all. */
export function OwnerFilter({ value, onChange }: OwnerFilterProps) {
  const { t } = useTranslation("campaigns");
  const [search, setSearch] = useState("");
  const [picked, setPicked] = useState<Option | null>(null);
  const owners = useCall("listCampaignOwners", { query: { search } }, { keep: true, staleMs: 60_000 });
  const options = (owners.data ?? []).map(({ value: uid, text }) => ({ value: uid, label: text }));
  const chosen = [...options, ...(picked ? [picked] : [])].find((option) => option.value === value) ?? null;
  return (
    <Combobox
      label={<span className={styles.hidden}>{t("owner.label")}</span>}
      placeholder={t("owner.all")}
      options={options}
      value={chosen}
      onSearch={setSearch}
      onChange={(option) => {
        setPicked(option);
        onChange(option?.value ?? null);
      }}
    />
  );
}
