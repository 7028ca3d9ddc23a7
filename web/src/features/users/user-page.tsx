import { isCustomer, roleFlags, userStatus } from "@litfass/contract/kernel/roles";
import type { Budget } from "@litfass/contract/users/users";
import { useParams } from "react-router";
import { isMissing } from "../../api/api-error.ts";
import { mayCall } from "../../api/may-call.ts";
import { useSignedInUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { formatAmount, formatMoney } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { AuditSection } from "./audit/audit-section.tsx";
import { CustomerPricesCard } from "./money/customer-prices-card.tsx";
import { hasOwnBudget, nameOf } from "./profile/person.ts";
import { RestoreButton } from "./restore-button.tsx";
import { UserFacts } from "./user-facts.tsx";
import { UserForm } from "./user-form.tsx";
import { UserFrame } from "./user-frame.tsx";
import styles from "./users.module.css";

/** One user for staff: the account, its budget, and for admins the editable fields. */
export function UserPage() {
  const { t } = useTranslation("users-admin");
  const { uid = "" } = useParams();
  const viewer = useSignedInUser();
  const found = useCall("showUser", { params: { user: uid } });
  const user = found.data;
  const admin = roleFlags(viewer.user_role).admin;
  const isArchived = user?.user_status === userStatus.archived;
  const changes = admin && !isArchived;
  if (found.error && !user && !isMissing(found.error)) {
    return (
      <Card>
        <ErrorState title={t("profile.failed")} error={found.error} onRetry={() => void found.refetch()}>
          {found.error.message}
        </ErrorState>
      </Card>
    );
  }
  return (
    <UserFrame>
      {!user ? (
        <SkeletonRows rows={6} />
      ) : (
        <>
          <PageHeading>
            {user.balance && hasOwnBudget(user)
              ? t("profile.left", { amount: formatMoney(user.balance.balance, user.balance.currency) })
              : t("profile.title", { name: nameOf(user) })}
          </PageHeading>
          <Stack>
            {user.balance && hasOwnBudget(user) && <BudgetFigures budget={user.balance} />}
            {isArchived && (
              <Note>
                <div className={styles.archived}>
                  <span>{t("archived.note")}</span>
                  <RestoreButton user={user} />
                </div>
              </Note>
            )}
            <div className={changes ? styles.columns : undefined}>
              {changes && <UserForm key={`${user.uid} ${user.email}`} user={user} viewer={viewer} />}
              <Card title={t("facts.title")}>
                <UserFacts user={user} />
              </Card>
            </div>
            {isCustomer(user.user_role) && mayCall(viewer, "listCustomerPrices") && (
              <CustomerPricesCard user={user} isArchived={isArchived} />
            )}
            {admin && <AuditSection uid={uid} />}
          </Stack>
        </>
      )}
    </UserFrame>
  );
}

/** A user's budget totals. */
function BudgetFigures({ budget }: { budget: Budget }) {
  const { t } = useTranslation("users-admin");
  const unit = budget.currency;
  return (
    <Card flush>
      <Figures>
        <Figure label={t("sum.manual")} unit={unit} value={formatAmount(budget.manual_balance)} />
        <Figure label={t("sum.paid")} unit={unit} value={formatAmount(budget.stripe)} />
        <Figure label={t("sum.reserved")} unit={unit} value={formatAmount(budget.balance_reserved)} />
        <Figure label={t("sum.remaining")} unit={unit} value={formatAmount(budget.balance)} tinted />
      </Figures>
    </Card>
  );
}
