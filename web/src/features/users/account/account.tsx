import { message } from "@litfass/contract/kernel/messages";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { hasAcceptedTerms, isFilledAccount } from "@litfass/contract/users/account-flags";
import type { User } from "@litfass/contract/users/users";
import type { ReactNode } from "react";
import { isReady, isUnverified } from "../../../api/account-state.ts";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { currentLocale } from "../../../i18n/i18n.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Note } from "../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { hasOwnBudget } from "../profile/person.ts";
import { ProfileForm } from "../profile/profile-form.tsx";
import { SecondFactorCard } from "../second-factor/second-factor-card.tsx";
import styles from "./account.module.css";
import { CloseAccountCard } from "./close-account-card.tsx";
import { NewTermsCard } from "./new-terms-card.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { SignInFacts } from "./sign-in-facts.tsx";

/** Account data, the profile form, language and password (ROUTE-003). */
export default function Account() {
  const { t } = useTranslation("users");
  const user = useSignedInUser();
  const filled = isFilledAccount(user);
  const ready = isReady(user);
  const terms = useTerms(user);
  const name = (isCustomer(user.user_role) && user.company_name) || user.displayName || user.full_name || user.email;
  const title = ready ? t("account.title", { name }) : t(terms.mustRenew ? "newTerms.title" : "account.titleNew");
  return (
    <>
      <PageHeading lead={hasOwnBudget(user) && !terms.mustRenew && t("account.lead")}>{title}</PageHeading>
      <Stack>
        {(!filled || !hasAcceptedTerms(user)) && (
          <Note tone="warn">{message(filled ? "terms.required" : "profile.incomplete", currentLocale())}</Note>
        )}
        {ready || isUnverified(user) ? (
          <FullAccount user={user} edition={terms.shown?.edition} />
        ) : (
          <FirstAccount user={user} mayClose={filled && (hasAcceptedTerms(user) || terms.mustRenew)}>
            {terms.isLoading ? (
              <Skeleton height={240} />
            ) : terms.mustRenew && terms.shown ? (
              <NewTermsCard terms={terms.shown} onChanged={terms.refetch} />
            ) : (
              <ProfileForm key={user.uid} user={user} edition={terms.shown?.edition} />
            )}
          </FirstAccount>
        )}
      </Stack>
    </>
  );
}

/** The terms in force, for those who have not accepted them: with their profile, or again once they are complete. */
function useTerms(user: User) {
  const enabled = !hasAcceptedTerms(user);
  const { data, isLoading, refetch } = useCall("showTerms", {}, { staleMs: 0, enabled });
  const mustRenew = enabled && isFilledAccount(user) && data?.has_accepted === true;
  return { shown: enabled ? data : undefined, mustRenew, isLoading, refetch };
}

type FirstAccountProps = {
  user: User;
  /** Customers who do not accept new terms can leave. Those who have just registered are not asked to. */
  mayClose: boolean;
  children: ReactNode;
};

/** What is needed to go on. An address that is not confirmed yet may be wrong: it is changed on the full account. */
function FirstAccount({ user, mayClose, children }: FirstAccountProps) {
  return (
    <div className={styles.narrow}>
      <Stack>
        {user.second_factor === "required" && <SecondFactorCard hasPassword={hasPassword(user)} />}
        {children}
        {mayClose && isCustomer(user.user_role) && <CloseAccountCard />}
      </Stack>
    </div>
  );
}

function FullAccount({ user, edition }: { user: User; edition: number | undefined }) {
  const { t } = useTranslation("users");
  return (
    <div className={styles.columns}>
      <Stack>
        <ProfileForm key={user.uid} user={user} edition={edition} />
        <SessionsCard />
      </Stack>
      <Stack>
        <Card title={t("signIn.title")}>
          <SignInFacts user={user} />
        </Card>
        <Card title={t("password.title")}>
          <PasswordForm email={user.email} hasPassword={hasPassword(user)} />
        </Card>
        <SecondFactorCard hasPassword={hasPassword(user)} />
        {isCustomer(user.user_role) && <CloseAccountCard />}
      </Stack>
    </div>
  );
}

const hasPassword = (user: User): boolean => user.providerData.some(({ providerId }) => providerId === "password");
