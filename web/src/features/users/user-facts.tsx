import { nativeName } from "@litfass/contract/kernel/language";
import { isCustomer } from "@litfass/contract/kernel/roles";
import type { UserDetails } from "@litfass/contract/users/user-accounts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSignedInUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { countryName, formatDate, formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { State } from "../../ui/feedback/state.tsx";
import { SecondFactorFact } from "./second-factor/second-factor-fact.tsx";
import styles from "./users.module.css";

const providerNames = { google: "Google", facebook: "Facebook", microsoft: "Microsoft" };

/** Details of an account beyond its editable fields. */
export function UserFacts({ user }: { user: UserDetails }) {
  const { t } = useTranslation("users-admin");
  const viewer = useSignedInUser();
  const customer = isCustomer(user.user_role);
  const plans = useCall("listPlans", undefined, { staleMs: 600_000, enabled: customer });
  const plan = plans.data?.find((each) => each.id === user.subscription.plan)?.name;
  const address = [
    [user.street, user.house_number].filter(Boolean).join(" "),
    [user.postal_code, user.city].filter(Boolean).join(" "),
    user.country_code ? countryName(user.country_code) : "",
  ].filter(Boolean);
  const ways = user.providerData.map(({ providerId }) =>
    providerId === "password" ? t("facts.password") : providerNames[providerId],
  );
  const fact = (label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <dl className={styles.facts}>
      {user.full_name && fact(t("facts.person"), user.full_name)}
      {fact(
        t("field.email"),
        <>
          <div>{user.email ?? t("facts.noEmail")}</div>
          {user.email &&
            (user.email_verified_at ? (
              <State shape="on" detail={formatDateTime(user.email_verified_at)}>
                {t("facts.verified")}
              </State>
            ) : (
              <State shape="waiting">{t("facts.unverified")}</State>
            ))}
        </>,
      )}
      {address.length > 0 && fact(t("facts.address"), address.join(", "))}
      {customer &&
        fact(
          t("facts.plan"),
          user.subscription.is_exists && user.subscription.end_at
            ? t("facts.planUntil", { plan: plan ?? "", date: formatDate(user.subscription.end_at) })
            : t("facts.noPlan"),
        )}
      {customer &&
        fact(
          t("column.managers"),
          user.account_managers.length === 0
            ? t("unassigned")
            : user.account_managers.map((manager) => (
                <div key={manager.uid}>
                  {viewer.user_role === "sales" ? (
                    manager.full_name
                  ) : (
                    <Link to={`/users/${manager.uid}`}>{manager.full_name}</Link>
                  )}
                </div>
              )),
        )}
      {fact(t("facts.language"), nativeName(user.lang))}
      {ways.length > 0 && fact(t("facts.ways"), ways.join(", "))}
      <SecondFactorFact user={user} />
      {fact(t("facts.terms"), t(user.is_terms_accepted ? "yes" : "no"))}
      {fact(t("column.created"), formatDateTime(user.created_at))}
      {fact(t("facts.uid"), user.uid)}
    </dl>
  );
}
