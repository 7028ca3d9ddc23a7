import type { DealOption } from "@litfass/contract/supply/deals";
import { useCall } from "../../../api/use-call.ts";
import { formatDate } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { MultiCombobox } from "../../../ui/inputs/combobox.tsx";
import styles from "../wizard/wizard.module.css";

type DealsFieldProps = {
  /** The account whose campaign it is. */
  owner: string;
  value: number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

/** The deals that a campaign buys through; absent for accounts to which none is open. */
export function DealsField({ owner, value, error, onChange }: DealsFieldProps) {
  const { t } = useTranslation("campaigns");
  const { data: deals = [], isLoading } = useCall("listOpenDeals", { params: { user: owner } }, { staleMs: 60_000 });
  if (isLoading || (deals.length === 0 && value.length === 0)) return null;
  const labelOf = ({ name, deal_id: id, end_on: end }: DealOption) =>
    end === null ? t("deal.option", { name, id }) : t("deal.until", { name, id, day: formatDate(end) });
  const options = deals.map((deal) => ({ value: String(deal.id), label: labelOf(deal) }));
  const chosen = value.map(
    (id) =>
      options.find((option) => option.value === String(id)) ?? { value: String(id), label: t("deal.closed", { id }) },
  );
  return (
    <div className={styles.section}>
      <MultiCombobox
        multiple
        label={t("field.deals")}
        help={t("help.deals")}
        placeholder={t("placeholder.deals")}
        error={error}
        options={options}
        value={chosen}
        onChange={(picked) => onChange(picked.map((option) => Number(option.value)))}
      />
    </div>
  );
}
