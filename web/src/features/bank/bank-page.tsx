import { useTranslation } from "../../i18n/use-translation.ts";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { EntriesTab } from "./entries-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import { UploadArea } from "./upload-area.tsx";

const tabs = ["entries", "files"] as const;

/** Files of the bank: importing them, what they have, and what a person has to confirm. */
export function BankPage() {
  const { t } = useTranslation("bank");
  const [chosen, choose] = useChoice("tab", tabs);
  const tab = chosen ?? "entries";
  return (
    <>
      <PageHeading lead={t("lead")}>{t("title")}</PageHeading>
      <Stack>
        <UploadArea />
        <Tabs
          label={t("title")}
          tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
          value={tab}
          onChange={choose}
        />
        {tab === "entries" ? <EntriesTab /> : <FilesTab />}
      </Stack>
    </>
  );
}
