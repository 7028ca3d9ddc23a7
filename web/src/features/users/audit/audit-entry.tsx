import type { AuditEntry } from "@litfass/contract/kernel/audit";
import { ArrowRight } from "lucide-react";
import { formatDateTime } from "../../../i18n/format.ts";
import { hasText } from "../../../i18n/has-text.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Icon } from "../../../ui/layout/icon.tsx";
import styles from "./audit.module.css";
import { useAuditValue } from "./audit-value.ts";

/** One change: action, author, time, and each field before and after. */
export function AuditEntryItem({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation("audit");
  const say = useAuditValue();
  const fieldName = (field: string): string => {
    const key = `field.${field}`;
    return hasText(key, "audit") ? t(key) : field;
  };
  const { details } = entry;
  const names = {
    user: entry.user.full_name,
    related: entry.related?.full_name ?? "",
    campaign: details.campaign?.name ?? "",
  };
  const changes = entry.action === "logo_changed" ? [] : entry.changes;
  const notes = [
    details.transaction && t("transaction", { id: details.transaction }),
    details.description && details.description,
  ].filter(Boolean);
  return (
    <li className={styles.entry}>
      <div className={styles.what}>{t(`action.${entry.action}`, names)}</div>
      <div className={styles.who}>
        {t("who", {
          actor: entry.actor?.full_name ?? t(`actorKind.${entry.actor_kind}`),
          at: formatDateTime(entry.at),
        })}
      </div>
      {notes.length > 0 && <div className={styles.who}>{notes.join(" · ")}</div>}
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{fieldName(field)}</dt>
              <dd>
                {before !== null && (
                  <>
                    <del title={t("from")}>{say(field, before)}</del>
                    <Icon of={ArrowRight} size={12} />
                  </>
                )}
                <ins title={t("to")}>{say(field, after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
