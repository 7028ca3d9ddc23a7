import type { Session } from "@litfass/contract/identity/own-account";
import { Monitor, Smartphone } from "lucide-react";
import { attempt } from "../../../api/attempt.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { State } from "../../../ui/feedback/state.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Icon } from "../../../ui/layout/icon.tsx";
import styles from "./sessions.module.css";

const handhelds = ["iPhone", "iPad", "Android"];

/** The devices with a session: one, or all others, can be signed out. */
export function SessionsCard() {
  const { t } = useTranslation("security");
  const { data, error, refetch } = useCall("listSessions");
  const end = useChange("endSession", ["listSessions"]);
  const endOthers = useChange("endOtherSessions", ["listSessions"]);
  const sessions = data?.sessions;

  const nameOf = ({ browser, system }: Session): string => {
    if (browser && system) return t("sessions.on", { browser, system });
    return browser ?? system ?? t("sessions.unknown");
  };
  const seenOf = ({ last_seen_at, network }: Session): string => {
    const at = formatDateTime(last_seen_at);
    return network ? t("sessions.seenFrom", { at, network }) : t("sessions.seen", { at });
  };

  return (
    <Card title={t("sessions.title")}>
      {error && !sessions && <ErrorState title={t("sessions.failed")} error={error} onRetry={() => void refetch()} />}
      {!error && !sessions && <SkeletonRows rows={2} />}
      {sessions && (
        <>
          <p className={styles.lead}>{t("sessions.lead")}</p>
          <ul className={styles.list}>
            {sessions.map((session) => (
              <li key={session.id} className={styles.session}>
                <Icon of={handhelds.includes(session.system ?? "") ? Smartphone : Monitor} />
                <div className={styles.device}>
                  <div className={styles.name}>{nameOf(session)}</div>
                  <div className={styles.seen}>{seenOf(session)}</div>
                </div>
                {session.is_current ? (
                  <State shape="on">{t("sessions.current")}</State>
                ) : (
                  <Button
                    small
                    aria-label={t("sessions.endNamed", { device: nameOf(session) })}
                    busy={end.isPending && end.variables.params.session === session.id}
                    onClick={() =>
                      void attempt(
                        () => end.mutateAsync({ params: { session: session.id } }),
                        t("sessions.ended", { device: nameOf(session) }),
                      )
                    }
                  >
                    {t("sessions.end")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <Button
              busy={endOthers.isPending}
              onClick={() => void attempt(() => endOthers.mutateAsync({}), t("sessions.endedOthers"))}
            >
              {t("sessions.endOthers")}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}
