import { Check, TriangleAlert } from "lucide-react";
import { useTranslation } from "../../../../i18n/use-translation.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { Icon } from "../../../../ui/layout/icon.tsx";
import type { Filling } from "../use-filling.ts";
import styles from "./colors-field.module.css";
import { FieldGroup } from "./field-group.tsx";
import { legibilityOf } from "./legibility.ts";

const colors = ["background_color", "button_color"] as const;

/** Background and button color with their contrast. */
export function ColorsField({ filling, disabled }: { filling: Filling; disabled: boolean }) {
  const { t } = useTranslation("creatives");
  const { values, drawn, errors, change } = filling;
  const legibility = legibilityOf(drawn.background_color, drawn.button_color);
  const figures = { text: legibility.text.toFixed(1), button: legibility.button.toFixed(1) };
  return (
    <FieldGroup label={t("field.colors")} error={errors.background_color ?? errors.button_color}>
      <div className={styles.colors}>
        {colors.map((name) => (
          <div key={name} className={styles.color}>
            <input
              type="color"
              className={styles.swatch}
              aria-label={t("field.swatch", { name: t(`field.${name}`) })}
              disabled={disabled}
              value={drawn[name].toLowerCase()}
              onChange={(event) => change({ [name]: event.target.value })}
            />
            <span aria-hidden="true">{t(`field.${name}`)}</span>
            <input
              type="text"
              className={styles.hex}
              aria-label={t("field.hex", { name: t(`field.${name}`) })}
              aria-invalid={errors[name] ? true : undefined}
              disabled={disabled}
              spellCheck={false}
              maxLength={7}
              value={values[name].toUpperCase()}
              onChange={(event) => change({ [name]: event.target.value.trim().toLowerCase() })}
            />
          </div>
        ))}
      </div>
      <p className={classNames(styles.legible, legibility.outlined && styles.close)} role="status">
        <Icon of={legibility.outlined ? TriangleAlert : Check} size={16} />
        <span>
          {t("legible.ratios", figures)}
          {legibility.darkened && ` ${t("legible.darkened")}`}
          {legibility.outlined && ` ${t("legible.outlined")}`}
        </span>
      </p>
    </FieldGroup>
  );
}
