import type { PublisherDetail } from "@litfass/contract/publishers/publishers";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useChoice } from "../../ui/inputs/use-choice.ts";
import { Stack } from "../../ui/layout/layout.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { PlacementsTab } from "./placements-tab.tsx";
import { ReportTab } from "./report-tab.tsx";
import { SitesTab } from "./sites-tab.tsx";
import { StatementsTab } from "./statements/statements-tab.tsx";

const tabs = ["report", "placements", "sites", "statements"] as const;

/** A publisher's figures, placements, sites and statements. Without a site the first step comes first. */
export function PublisherView({ publisher }: { publisher: PublisherDetail }) {
  const { t } = useTranslation("publishers");
  const [chosen, choose] = useChoice("tab", tabs);
  const tab = chosen ?? (publisher.sites === 0 ? "sites" : "report");
  return (
    <Stack>
      <Tabs
        label={t("tab.label")}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={choose}
      />
      {tab === "report" && <ReportTab publisher={publisher.id} />}
      {tab === "placements" && <PlacementsTab publisher={publisher} />}
      {tab === "sites" && <SitesTab publisher={publisher} />}
      {tab === "statements" && <StatementsTab publisher={publisher} />}
    </Stack>
  );
}
