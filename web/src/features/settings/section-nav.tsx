import type { SettingsSection } from "@litfass/contract/settings/operator-settings";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.ts";
import { SelectButton } from "../../ui/inputs/select-button.tsx";
import styles from "./section-nav.module.css";

const groups = ["appearance", "sales", "advertising", "publishers"] as const;

/** Every section has a place in the navigation; the order here is the order on the screen. */
const groupOf: Record<SettingsSection, (typeof groups)[number]> = {
  brand: "appearance",
  site: "appearance",
  languages: "appearance",
  legal: "appearance",
  company: "sales",
  prices: "sales",
  rates: "sales",
  campaigns: "advertising",
  formats: "advertising",
  third_party: "advertising",
  review: "advertising",
  publishers: "publishers",
  payouts: "publishers",
};
const sections = Object.keys(groupOf) as SettingsSection[];

type SectionNavProps = { current: SettingsSection; onChange: (section: SettingsSection) => void };

/** The sections of the settings: a list beside the form, a select above it on narrow screens. */
export function SectionNav({ current, onChange }: SectionNavProps) {
  const { t } = useTranslation("settings");
  return (
    <nav aria-label={t("sections")}>
      <div className={styles.narrow}>
        <SelectButton
          label={t("sections")}
          options={sections.map((value) => ({ value, label: t(`section.${value}`) }))}
          value={current}
          onChange={onChange}
        />
      </div>
      <div className={styles.wide}>
        {groups.map((group) => (
          <div key={group}>
            <p className={styles.group} id={`settings-${group}`}>
              {t(`group.${group}`)}
            </p>
            <ul className={styles.list} aria-labelledby={`settings-${group}`}>
              {sections
                .filter((section) => groupOf[section] === group)
                .map((section) => (
                  <li key={section}>
                    <Link
                      to={`?section=${section}`}
                      replace
                      preventScrollReset
                      className={styles.link}
                      aria-current={section === current ? "page" : undefined}
                    >
                      {t(`section.${section}`)}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
