import { hasAcceptedTerms, isFilledAccount } from "@litfass/contract/account-flags";
import { message } from "@litfass/contract/messages";
import { isCustomer } from "@litfass/contract/roles";
import { useTranslation } from "react-i18next";
import { isReady } from "../../data/account-state.ts";
import { useSignedInUser } from "../../data/session.ts";
import { currentLocale } from "../../i18n/i18n.ts";
import { Stack } from "../../ui/layout.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeading, Sheet } from "../../ui/sheet.tsx";
import styles from "./account.module.css";
import { CloseAccountSheet } from "./close-account-sheet.tsx";
import { PasswordForm } from "./password-form.tsx";
import { holdsBudget } from "./person.ts";
import { ProfileForm } from "./profile-form.tsx";
import { SecondFactorSheet } from "./second-factor-sheet.tsx";
import { SessionsSheet } from "./sessions-sheet.tsx";
import { SignInFacts } from "./sign-in-facts.tsx";

/** Account data, the profile form, language and password (ROUTE-003). */
export default function Account() {
  const { t } = useTranslation("users");
  const user = useSignedInUser();
  const filled = isFilledAccount(user);
  const ready = isReady(user);
  const name = (isCustomer(user.user_role) && user.company_name) || user.displayName || user.full_name;
  return (
    <>
      <PageHeading lead={holdsBudget(user) && t("account.lead")}>
        {ready ? t("account.title", { name }) : t("account.titleNew")}
      </PageHeading>
      <Stack>
        {(!filled || !hasAcceptedTerms(user)) && (
          <Note tone="warn">{message(filled ? "terms.required" : "profile.incomplete", currentLocale())}</Note>
        )}
        <div className={styles.columns}>
          <Stack>
            <ProfileForm key={user.uid} user={user} />
            <SessionsSheet />
          </Stack>
          <Stack>
            <Sheet title={t("signIn.title")}>
              <SignInFacts user={user} />
            </Sheet>
            <Sheet title={t("password.title")}>
              <PasswordForm
                email={user.email}
                hasPassword={user.providerData.some((each) => each.providerId === "password")}
              />
            </Sheet>
            <SecondFactorSheet hasPassword={user.providerData.some((each) => each.providerId === "password")} />
            {isCustomer(user.user_role) && <CloseAccountSheet />}
          </Stack>
        </div>
      </Stack>
    </>
  );
}
