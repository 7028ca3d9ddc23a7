import { dealChangeSchema, newDealSchema } from "@litfass/contract/supply/deals";
import { useNavigate, useParams } from "react-router";
import { isMissing } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { PageHeading } from "../../../ui/layout/page-heading.tsx";
import { DealForm } from "./deal-form.tsx";
import { bodyOf, type DealValues } from "./deal-values.ts";
import { dealReads, dealsPath } from "./reads.ts";

/** Adds a deal. */
export function NewDealPage() {
  const { t } = useTranslation("deals");
  const navigate = useNavigate();
  const create = useChange("createDeal", dealReads);
  return (
    <>
      <PageHeading back={{ to: dealsPath, label: t("title") }} lead={t("form.lead")}>
        {t("form.new")}
      </PageHeading>
      <DealForm
        schema={newDealSchema}
        requestOf={bodyOf}
        onSave={async (values) => {
          const { id } = await create.mutateAsync({ body: bodyOf(values) });
          showSnackbar(t("saved"));
          void navigate(`${dealsPath}/${id}`);
        }}
      />
    </>
  );
}

/** The settings of one deal. */
export function EditDealPage() {
  const { t } = useTranslation("deals");
  const navigate = useNavigate();
  const deal = Number(useParams().deal);
  const { data, error, refetch } = useCall("showDeal", { params: { deal } }, { staleMs: 0 });
  const update = useChange("updateDeal", dealReads);
  const requestOf = (values: DealValues) => ({ version: data?.version ?? 1, ...bodyOf(values) });
  if (isMissing(error)) {
    return (
      <PageHeading back={{ to: dealsPath, label: t("title") }} lead={t("missing.text")}>
        {t("missing.title")}
      </PageHeading>
    );
  }
  return (
    <>
      <PageHeading back={{ to: `${dealsPath}/${deal}`, label: data?.name ?? t("title") }} lead={t("form.lead")}>
        {t("form.edit")}
      </PageHeading>
      {error && !data && <ErrorState title={t("failed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={640} />}
      {data && (
        <DealForm
          key={data.version}
          deal={data}
          schema={dealChangeSchema}
          requestOf={requestOf}
          onSave={async (values) => {
            await update.mutateAsync({ params: { deal }, body: requestOf(values) });
            showSnackbar(t("saved"));
            void navigate(`${dealsPath}/${deal}`);
          }}
        />
      )}
    </>
  );
}
