import { nativeName } from "@litfass/contract/kernel/language";
import { ChevronDown, Globe } from "lucide-react";
import { call } from "../../api/api.ts";
import { currentUser, setUser } from "../../api/session.ts";
import { changeLocale } from "../../i18n/i18n.ts";
import { localeOfTag, resolveLocale } from "../../i18n/locale.ts";
import { useOfferedLocales } from "../../i18n/offered-locales.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/layout/icon.tsx";
import styles from "./language-select.module.css";

/** The language selector; a signed-in user's choice is saved on the server too (I18N-007). */
export function LanguageSelect() {
  const { t, i18n } = useTranslation("shell");
  const locales = useOfferedLocales();
  const locale = localeOfTag(i18n.language);

  async function choose(tag: string): Promise<void> {
    const next = resolveLocale(tag);
    if (!next) return;
    await changeLocale(next);
    if (currentUser()) setUser(await call("saveLanguage", { body: { lang: next } }));
  }

  return (
    <label className={styles.language}>
      <Icon of={Globe} size={16} />
      <span className={styles.long} aria-hidden="true">
        {nativeName(locale)}
      </span>
      <span className={styles.short} aria-hidden="true">
        {locale.toUpperCase()}
      </span>
      <Icon of={ChevronDown} size={16} />
      <select
        aria-label={t("language")}
        value={locale}
        onChange={(event) => void choose(event.target.value).catch((error: unknown) => console.error(error))}
      >
        {locales.map((each) => (
          <option key={each} value={each}>
            {nativeName(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
