import type { CreativeGroup } from "@litfass/contract/creatives/template-groups";
import { Check, Heart } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { useWidth } from "../../ui/charts/use-width.ts";
import { classNames } from "../../ui/class-names.ts";
import { SampleFrame } from "./studio/sample-frame.tsx";
import { selectedCreatives } from "./studio/selected-formats.ts";
import styles from "./template.module.css";
import { TemplateDescription } from "./template-description.tsx";

type TemplateCardProps = {
  group: CreativeGroup;
  busy: boolean;
  disabled: boolean;
  /** A second press deselects it if several can be chosen. */
  several?: boolean;
  onChoose: () => void;
  /** null for roles without favorites. */
  onFavorite: (() => void) | null;
};

/**
 * One template: rendered live with sample content (STEP-005), its purpose and what it needs. The chosen one is
 * highlighted.
 */
export function TemplateCard({ group, busy, disabled, several, onChoose, onFavorite }: TemplateCardProps) {
  const { t } = useTranslation("creatives");
  const [place, maxWidth] = useWidth<HTMLDivElement>(240);
  const chosen = selectedCreatives(group).length > 0;
  const action = !chosen ? "choose" : several ? "remove" : "continue";
  return (
    <li className={classNames(styles.card, chosen && styles.chosen)}>
      <div className={styles.sample}>
        <div ref={place}>
          <SampleFrame group={group} maxWidth={maxWidth} />
        </div>
      </div>
      <div className={styles.description}>
        <h3 className={styles.name}>
          {group.name}
          {chosen && (
            <span className={styles.mark}>
              <Check size={12} aria-hidden="true" />
              {t("templates.chosen")}
            </span>
          )}
        </h3>
        <TemplateDescription group={group} />
      </div>
      <div className={styles.foot}>
        <Button
          wide
          variant={chosen ? "block" : "default"}
          busy={busy}
          disabled={disabled}
          aria-label={t(`templates.named.${action}`, { name: group.name })}
          onClick={onChoose}
        >
          {t(`templates.action.${action}`)}
        </Button>
        {onFavorite && (
          <IconButton
            icon={Heart}
            label={t(group.is_favorite ? "templates.removeFavorite" : "templates.addFavorite", { name: group.name })}
            aria-pressed={group.is_favorite}
            className={styles.heart}
            onClick={onFavorite}
          />
        )}
      </div>
    </li>
  );
}
