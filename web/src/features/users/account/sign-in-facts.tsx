import { nativeName } from "@litfass/contract/kernel/language";
import type { User } from "@litfass/contract/users/users";
import { useState } from "react";
import { call } from "../../../api/api.ts";
import { setUser } from "../../../api/session.ts";
import { changeLocale } from "../../../i18n/i18n.ts";
import type { Locale } from "../../../i18n/locale.ts";
import { useOfferedLocales } from "../../../i18n/offered-locales.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { State } from "../../../ui/feedback/state.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import styles from "./account.module.css";
import { OwnEmailDialog } from "./own-email-dialog.tsx";

const providerNames = { google: "Google", facebook: "Facebook", microsoft: "Microsoft" };

/** Sign-in details: address, methods, and the language of the interface and e-mails. */
export function SignInFacts({ user }: { user: User }) {
  const { t } = useTranslation("users");
  const languages = useOfferedLocales();
  const [changing, setChanging] = useState(false);
  const ways = user.providerData.map(({ providerId }) =>
    providerId === "password" ? t("signIn.password") : providerNames[providerId],
  );

  async function choose(lang: Locale): Promise<void> {
    await changeLocale(lang);
    setUser(await call("saveLanguage", { body: { lang } }));
  }

  return (
    <div className={styles.fields}>
      <dl className={styles.facts}>
        <div>
          <dt>{t("signIn.email")}</dt>
          <dd>{user.email ?? t("signIn.none")}</dd>
          {user.email && (
            <dd>
              {user.email_verified_at ? (
                <State shape="on">{t("signIn.verified")}</State>
              ) : (
                <State shape="waiting">{t("signIn.unverified")}</State>
              )}
            </dd>
          )}
          {user.email && (
            <dd className={styles.action}>
              <Button small onClick={() => setChanging(true)}>
                {t("signIn.changeEmail")}
              </Button>
            </dd>
          )}
        </div>
        <div>
          <dt>{t("signIn.ways")}</dt>
          <dd>{ways.join(", ")}</dd>
        </div>
      </dl>
      <Select
        label={t("signIn.language")}
        options={languages.map((value) => ({ value, label: nativeName(value) }))}
        value={user.lang}
        onChange={(lang) => void choose(lang).catch((error: unknown) => console.error(error))}
      />
      {changing && <OwnEmailDialog user={user} onClose={() => setChanging(false)} />}
    </div>
  );
}
