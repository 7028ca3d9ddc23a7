import { isCustomer } from "@litfass/contract/kernel/roles";
import { useSignedInUser } from "../../../api/session.ts";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { BannerSetOffer } from "./banner-set-offer.tsx";
import { BannerSetTable } from "./banner-set-table.tsx";

/** Custom banner sets: customers order and find theirs, staff design and deliver them (CONST-017, CONST-018). */
export default function BannerSetsPage() {
  const { t } = useTranslation("creatives");
  const viewer = useSignedInUser();
  const buys = isCustomer(viewer.user_role);
  // Open is what has not been delivered yet.
  const ordered = useCall("listBannerSets", { query: { status: "ordered", per_page: 1 } }, { enabled: !buys });
  const inWork = useCall("listBannerSets", { query: { status: "in_work", per_page: 1 } }, { enabled: !buys });
  const orders = (ordered.data?.meta.total ?? 0) + (inWork.data?.meta.total ?? 0);
  return (
    <>
      <PageHeading lead={t(buys ? "sets.lead" : "sets.staffLead")}>
        {buys ? t("sets.heading") : t("sets.staffHeading", { count: orders })}
      </PageHeading>
      {buys && <BannerSetOffer />}
      <BannerSetTable staff={!buys} />
    </>
  );
}
