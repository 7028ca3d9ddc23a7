import type { PromotionCode, PromotionState } from "@litfass/contract/billing/billing";
import { Ban, List } from "lucide-react";
import { useMemo } from "react";
import { formatDate, formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";
import text from "../../../ui/layout/text.module.css";
import { Menu } from "../../../ui/overlays/menu.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import styles from "./promotions.module.css";

const shapes: Record<PromotionState, StateShape> = {
  active: "on",
  scheduled: "waiting",
  used_up: "ended",
  expired: "ended",
  ended: "ended",
};

type Actions = { onShow: (code: PromotionCode) => void; onEnd: (code: PromotionCode) => void };

/** The columns of promotion codes; both actions must be stable. */
export function usePromotionColumns({ onShow, onEnd }: Actions): Column<PromotionCode>[] {
  const { t } = useTranslation("promotions");
  return useMemo(
    (): Column<PromotionCode>[] => [
      {
        id: "code",
        header: t("column.code"),
        sortable: true,
        narrow: "title",
        cell: ({ code, note }) => (
          <span className={styles.code}>
            <span className={styles.line}>{code}</span>
            {note && <small className={text.caption}>{note}</small>}
          </span>
        ),
      },
      {
        id: "state",
        header: t("column.state"),
        cell: ({ state }) => <State shape={shapes[state]}>{t(`state.${state}`)}</State>,
      },
      {
        id: "amount",
        header: t("column.amount"),
        align: "right",
        sortable: true,
        descending: true,
        cell: ({ amount, currency }) => formatMoney(amount, currency),
      },
      {
        id: "last_on",
        header: t("column.days"),
        sortable: true,
        cell: ({ first_on, last_on }) => t("days", { from: formatDate(first_on), to: formatDate(last_on) }),
      },
      {
        id: "redemptions",
        header: t("column.redemptions"),
        align: "right",
        sortable: true,
        descending: true,
        cell: ({ redemptions, max_redemptions }) =>
          t("of", { number: formatNumber(redemptions), max: formatNumber(max_redemptions) }),
      },
      {
        id: "for",
        header: t("column.for"),
        cell: ({ new_customers_only, min_paid, currency }) => {
          if (new_customers_only) return t("for.new");
          return min_paid === null ? t("for.all") : t("for.paidAmount", { amount: formatMoney(min_paid, currency) });
        },
      },
      {
        id: "actions",
        header: t("column.actions"),
        headerHidden: true,
        align: "right",
        narrow: "corner",
        cell: (row) => (
          <Menu
            label={t("actionsFor", { code: row.code })}
            entries={[
              { label: t("redemptions.show"), icon: List, onSelect: () => onShow(row) },
              ...(row.state === "ended"
                ? []
                : [{ label: t("end.action"), icon: Ban, danger: true, onSelect: () => onEnd(row) }]),
            ]}
          />
        ),
      },
    ],
    [t, onShow, onEnd],
  );
}
