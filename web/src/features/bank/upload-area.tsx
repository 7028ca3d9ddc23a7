import type { BankFile } from "@litfass/contract/bank/bank-files";
import { Upload } from "lucide-react";
import { useState } from "react";
import { problemText } from "../../api/api-error.ts";
import { useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { DropArea } from "../../ui/inputs/drop-area.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import styles from "./bank.module.css";
import { bankReads } from "./reads.ts";
import { useCounts } from "./use-counts.ts";

type Result = { name: string } & ({ file: BankFile; isRepeated: boolean } | { problem: string });

/** Imports files that are dropped or chosen, one after the other, and says of each what it had or why it is refused. */
export function UploadArea() {
  const { t } = useTranslation("bank");
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isBusy, setBusy] = useState(false);
  const send = useChange("importBankFile", bankReads);

  async function importOne(file: File): Promise<Result> {
    const form = new FormData();
    form.set("file", file);
    try {
      const imported = await send.mutateAsync({ form });
      return { name: file.name, file: imported.file, isRepeated: imported.is_repeated };
    } catch (error) {
      return { name: file.name, problem: problemText(error) };
    }
  }
  async function importAll(files: readonly File[]) {
    if (isBusy) return;
    setBusy(true);
    setResults([]);
    for (const file of files) {
      const result = await importOne(file);
      setResults((before) => [...before, result]);
    }
    setBusy(false);
  }
  return (
    <Stack gap="small">
      <DropArea
        label={t("upload.label")}
        accept=".xml,application/xml,text/xml"
        many
        disabled={isBusy}
        className={styles.drop}
        onFiles={(files) => void importAll(files)}
      >
        {(choose) => (
          <>
            <Button icon={Upload} busy={isBusy} onClick={choose}>
              {t("upload.choose")}
            </Button>
            <span className={styles.hint}>{t("upload.hint")}</span>
          </>
        )}
      </DropArea>
      <div aria-live="polite" className={styles.results}>
        {results.map((result, at) => (
          // Two files may have the same name, and the list only grows.
          <ImportResult key={at} result={result} />
        ))}
      </div>
    </Stack>
  );
}

function ImportResult({ result }: { result: Result }) {
  const { t } = useTranslation("bank");
  const counts = useCounts();
  if ("problem" in result)
    return <Note tone="error">{t("upload.problem", { name: result.name, problem: result.problem })}</Note>;
  if (result.isRepeated) return <Note>{t("upload.repeated", { name: result.name })}</Note>;
  return <Note tone="ok">{t("upload.done", { name: result.name, counts: counts(result.file) })}</Note>;
}
