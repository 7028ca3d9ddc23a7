import { useState } from "react";
import { useNavigate } from "react-router";
import type { CallResult } from "../../../api/api.ts";
import { problemText } from "../../../api/api-error.ts";
import { setUser } from "../../../api/session.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Row, Stack } from "../../../ui/layout/layout.tsx";
import styles from "./account.module.css";

type NewTermsCardProps = { terms: CallResult<"showTerms">; onChanged: () => Promise<unknown> };

/** The operator's new terms: what changed, the text, and the button without which nothing else opens. */
export function NewTermsCard({ terms, onChanged }: NewTermsCardProps) {
  const { t, i18n } = useTranslation("users");
  const navigate = useNavigate();
  const accept = useChange("acceptTerms", []);
  const [problem, setProblem] = useState<string | null>(null);

  async function acceptEdition(): Promise<void> {
    setProblem(null);
    try {
      setUser(await accept.mutateAsync({ body: { edition: terms.edition } }));
      await navigate("/dashboard");
    } catch (error) {
      setProblem(problemText(error));
      await onChanged();
    }
  }

  return (
    <Card title={t("newTerms.document")}>
      <Stack>
        <p>{t("newTerms.lead")}</p>
        {terms.changes && <p className={styles.changes}>{terms.changes}</p>}
        <p>
          <a href={`/terms?lang=${i18n.language}`} target="_blank" rel="noreferrer" title={t("terms.newWindow")}>
            {t("newTerms.read")}
          </a>
        </p>
        {problem && <Note tone="error">{problem}</Note>}
        <Row end>
          <Button variant="primary" busy={accept.isPending} onClick={() => void acceptEdition()}>
            {t("newTerms.accept")}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
