import {
  type ConnectionService,
  type ConnectionStatus,
  connectionNames,
} from "@litfass/contract/connections/connections";
import type { UseQueryResult } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../api/api-error.ts";
import { useChange } from "../../api/use-call.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { State } from "../../ui/feedback/state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import text from "../../ui/layout/text.module.css";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import styles from "./connections.module.css";
import { ServiceLogo } from "./service-logo.tsx";
import { ConnectLink } from "./source-state.tsx";

type ServiceCardProps = { service: ConnectionService; status: UseQueryResult<ConnectionStatus, Error> };

/** One service: whether and as whom it is connected, when its figures were fetched, and the available action. */
export function ServiceCard({ service, status }: ServiceCardProps) {
  const { t } = useTranslation("connections");
  const name = connectionNames[service];
  const { data, error } = status;
  return (
    <Card className={styles.whole}>
      <div className={styles.card}>
        <div className={styles.cardHead}>
          <ServiceLogo service={service} />
          <h2 className={text.heading}>{name}</h2>
        </div>
        {error && !data ? (
          <ErrorState title={t("failed")} error={error} onRetry={() => void status.refetch()} />
        ) : data ? (
          <div>
            <StateOf status={data} />
            {data.connected ? <Facts status={data} /> : <p className={styles.gives}>{t(`gives.${service}`)}</p>}
          </div>
        ) : (
          <div>
            <Skeleton width={120} />
            <Skeleton width="80%" />
          </div>
        )}
        <div className={styles.cardFoot}>
          {data && !data.connected && data.available && <ConnectLink service={service} />}
          {data?.connected && data.needs_reconnect && <ConnectLink service={service} again />}
          {data?.connected && !data.needs_reconnect && (
            <ButtonLink small to="/google-analytics">
              {t("viewFigures")}
            </ButtonLink>
          )}
          {data?.connected && <Disconnect service={service} account={data.account_name ?? name} />}
        </div>
      </div>
    </Card>
  );
}

function StateOf({ status }: { status: ConnectionStatus }) {
  const { t } = useTranslation("connections");
  if (status.needs_reconnect) return <State shape="rejected">{t("state.expired")}</State>;
  if (status.connected) return <State shape="on">{t("state.connected")}</State>;
  return status.available ? (
    <State shape="draft">{t("state.none")}</State>
  ) : (
    <State shape="paused">{t("state.unavailable")}</State>
  );
}

function Facts({ status }: { status: ConnectionStatus }) {
  const { t } = useTranslation("connections");
  return (
    <dl className={styles.facts}>
      <dt>{t("fact.account")}</dt>
      <dd>{status.account_name}</dd>
      <dt>{t("fact.since")}</dt>
      <dd>{status.connected_at && formatDateTime(status.connected_at)}</dd>
      <dt>{t("fact.fetched")}</dt>
      <dd>{status.fetched_at ? formatDateTime(status.fetched_at) : t("fact.never")}</dd>
    </dl>
  );
}

const calls = {
  google_analytics: ["disconnectGoogleAnalytics", "showGoogleAnalyticsConnection"],
  google_ads: ["disconnectGoogleAds", "showGoogleAdsConnection"],
  facebook: ["disconnectFacebook", "showFacebookConnection"],
} as const;

/** Disconnects after a confirmation. */
function Disconnect({ service, account }: { service: ConnectionService; account: string }) {
  const { t } = useTranslation("connections");
  const name = connectionNames[service];
  const [asking, setAsking] = useState(false);
  const [call, shown] = calls[service];
  const disconnect = useChange(call, [shown, "showStatistics", "showGoogleAnalytics"]);
  async function confirm(): Promise<void> {
    try {
      await disconnect.mutateAsync({});
      showSnackbar(t("disconnect.done", { name }));
    } catch (error) {
      showSnackbar(problemText(error));
    } finally {
      setAsking(false);
    }
  }
  return (
    <>
      <Button
        small
        variant="delete"
        icon={Unplug}
        aria-label={t("disconnect.of", { name })}
        onClick={() => setAsking(true)}
      >
        {t("disconnect.now")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("disconnect.title", { name })}
        lead={t("disconnect.text", { account })}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t("disconnect.keep")}</Button>
            <Button variant="danger" busy={disconnect.isPending} onClick={() => void confirm()}>
              {t("disconnect.now")}
            </Button>
          </>
        }
      />
    </>
  );
}
