import { message } from "@litfass/contract/kernel/messages";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { hasAcceptedTerms, isFilledAccount } from "@litfass/contract/users/account-flags";
import { useTranslation } from "react-i18next";
import { isReady } from "../../../api/account-state.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { PageHeading, Sheet } from "../../../ui/overlays/sheet.tsx";
import { holdsBudget } from "../profile/person.ts";
import { ProfileForm } from "../profile/profile-form.tsx";
import { SecondFactorSheet } from "../second-factor/second-factor-sheet.tsx";
import styles from "./account.module.css";
import { CloseAccountSheet } from "./close-account-sheet.tsx";
import { PasswordForm } from "./password-form.tsx";
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
