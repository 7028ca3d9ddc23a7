import { type ConnectionService, connectionNames, connectionServices } from "@litfass/contract/connections/connections";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Note } from "../../ui/feedback/note.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import styles from "./connections.module.css";
import { ServiceCard } from "./service-card.tsx";

const outcomes = ["connected", "cancelled", "not_permitted", "failed", "unavailable"] as const;
type Outcome = { service: ConnectionService; outcome: (typeof outcomes)[number] };

/** The external accounts: connect, disconnect, and their status (ROUTE-004). */
export function IntegrationsPage() {
  const { t } = useTranslation("connections");
  const missed = useOutcome();
  const statuses = {
    google_analytics: useCall("showGoogleAnalyticsConnection"),
    google_ads: useCall("showGoogleAdsConnection"),
    facebook: useCall("showFacebookConnection"),
  };
  const all = connectionServices.map((service) => statuses[service].data);
  const count = all.filter((status) => status?.connected).length;
  return (
    <>
      <PageHeading lead={t("lead")}>
        {all.includes(undefined) ? t("title") : t("heading", { count, all: all.length })}
      </PageHeading>
      <div className={styles.panels}>
        {missed && <Note tone="warn">{t(`outcome.${missed.outcome}`, { name: connectionNames[missed.service] })}</Note>}
        <div className={styles.cards}>
          {connectionServices.map((service) => (
            <ServiceCard key={service} service={service} status={statuses[service]} />
          ))}
        </div>
      </div>
    </>
  );
}

/** The outcome of connecting, passed once in the address: a success is a snackbar, anything else stays visible. */
function useOutcome(): Outcome | null {
  const { t } = useTranslation("connections");
  const [params, setParams] = useSearchParams();
  const [missed, setMissed] = useState<Outcome | null>(null);
  const service = connectionServices.find((each) => each === params.get("service"));
  const outcome = outcomes.find((each) => each === params.get("outcome"));
  useEffect(() => {
    if (!service || !outcome) return;
    if (outcome === "connected") showSnackbar(t("outcome.connected", { name: connectionNames[service] }));
    else setMissed({ service, outcome });
    setParams({}, { replace: true });
  }, [service, outcome, setParams, t]);
  return missed;
}
