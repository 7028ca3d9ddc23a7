import type { Alert } from "@litfass/contract/reporting/alerts";
import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Switch } from "../../../ui/inputs/switch.tsx";
import text from "../../../ui/layout/text.module.css";
import { useAlertText } from "./alert-text.ts";
import styles from "./alerts.module.css";

type AlertListProps = {
  alerts: Alert[];
  currency: string | null;
  onSwitch: (alert: Alert, isActive: boolean) => void;
  onEdit: (alert: Alert) => void;
  onRemove: (alert: Alert) => void;
};

/** Each alert with its switch. */
export function AlertList({ alerts, currency, onSwitch, onEdit, onRemove }: AlertListProps) {
  const { t } = useTranslation("alerts");
  const textOf = useAlertText(currency);
  return (
    <ul className={styles.list}>
      {alerts.map((alert) => {
        const rule = textOf(alert.rule);
        return (
          <li key={alert.id}>
            <Switch
              label={t("switch", { rule })}
              on={alert.is_active}
              onChange={(isActive) => onSwitch(alert, isActive)}
            />
            <span className={styles.rule}>
              <strong>{rule}</strong>
              <span className={text.caption}>{alert.campaign_name ?? t("all")}</span>
            </span>
            <IconButton icon={Pencil} label={t("edit", { rule })} onClick={() => onEdit(alert)} />
            <IconButton icon={Trash2} label={t("remove", { rule })} onClick={() => onRemove(alert)} />
          </li>
        );
      })}
    </ul>
  );
}
