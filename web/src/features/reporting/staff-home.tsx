import { useCall } from "../../api/use-call.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { WorkList } from "./work-list.tsx";

/** The dashboard of staff who look after no campaigns: what waits for them, without figures that would all be zero. */
export function StaffHome() {
  const { t } = useTranslation("work");
  const { t: tReporting } = useTranslation("reporting");
  const work = useCall("listWork", {}, { keep: true });
  const count = (work.data ?? []).reduce((sum, each) => sum + each.count, 0);
  return (
    <>
      <PageHeading placeholder={work.isPending && t("heading", { count: 2, number: "0" })}>
        {work.data ? t("heading", { count, number: formatNumber(count) }) : tReporting("title")}
      </PageHeading>
      <WorkList />
    </>
  );
}
