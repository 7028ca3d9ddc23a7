import {
  type ConnectionGap,
  type ConnectionProblem,
  type ConnectionService,
  connectionNames,
  connectionPaths,
} from "@litfass/contract/connections/connections";
import { Plug, RefreshCw } from "lucide-react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import styles from "./connections.module.css";

/** Links to the provider's consent screen via the server. */
export function ConnectLink({ service, again }: { service: ConnectionService; again?: boolean }) {
  const { t } = useTranslation("connections");
  const name = connectionNames[service];
  return (
    <ButtonLink to={connectionPaths[service]} reloadDocument icon={Plug}>
      {t(again ? "connect.again" : "connect.now", { name })}
    </ButtonLink>
  );
}

/** A preview of the service's figures, and the button to connect it. */
export function ConnectPrompt({ service }: { service: ConnectionService }) {
  const { t } = useTranslation("connections");
  return (
    <EmptyState title={t(`prompt.${service}`)} action={<ConnectLink service={service} />}>
      {t(`gives.${service}`)}
    </EmptyState>
  );
}

type ProblemNoteProps = { service: ConnectionService; problem: ConnectionProblem; onRetry?: () => void };

/** Why a service has no figures, and how to fix it. */
export function ProblemNote({ service, problem, onRetry }: ProblemNoteProps) {
  const { t } = useTranslation("connections");
  const name = connectionNames[service];
  const needsNewConsent = problem === "expired" || problem === "refused" || problem === "no_account";
  return (
    <Note tone="warn">
      <div className={styles.problem}>
        <span>{t(`problem.${problem}`, { name })}</span>
        {needsNewConsent ? (
          <ConnectLink service={service} again />
        ) : (
          onRetry && (
            <Button small icon={RefreshCw} onClick={onRetry}>
              {t("retry")}
            </Button>
          )
        )}
      </div>
    </Note>
  );
}

/** The names of accounts whose figures are missing; empty if none are. */
export function GapNote({ gaps = [] }: { gaps: ConnectionGap[] | undefined }) {
  const { t } = useTranslation("connections");
  if (gaps.length === 0) return null;
  return (
    <Note>
      <p>{t("gaps.title")}</p>
      <ul>
        {gaps.map(({ account, reason }) => (
          <li key={`${account} ${reason}`}>{t(`gaps.${reason}`, { account })}</li>
        ))}
      </ul>
    </Note>
  );
}
