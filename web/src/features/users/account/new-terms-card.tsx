import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { setUser } from "../../../api/session.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import styles from "./account.module.css";

/** The operator's new terms: what changed, the text, and the button without which nothing else opens. */
export function NewTermsCard() {
  const { t, i18n } = useTranslation("users");
  const navigate = useNavigate();
  const { data, error, refetch } = useCall("showTerms", {}, { staleMs: 0 });
  const accept = useChange("acceptTerms", ["showTerms"]);
  const [problem, setProblem] = useState<string | null>(null);

  async function acceptEdition(edition: number): Promise<void> {
    setProblem(null);
    try {
      setUser(await accept.mutateAsync({ body: { edition } }));
      await navigate("/dashboard");
    } catch (failure) {
      setProblem(problemText(failure));
    }
  }

  return (
    <Card title={t("newTerms.title")}>
      {error && !data && <ErrorState title={t("newTerms.failed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={120} />}
      {data && (
        <Stack>
          <p>{t("newTerms.lead")}</p>
          {data.changes && <p className={styles.changes}>{data.changes}</p>}
          <p>
            <a href={`/terms?lang=${i18n.language}`} target="_blank" rel="noreferrer" title={t("terms.newWindow")}>
              {t("newTerms.read")}
            </a>
          </p>
          {problem && <Note tone="error">{problem}</Note>}
          <Row end>
            <Button variant="primary" busy={accept.isPending} onClick={() => void acceptEdition(data.edition)}>
              {t("newTerms.accept")}
            </Button>
          </Row>
        </Stack>
      )}
    </Card>
  );
}
