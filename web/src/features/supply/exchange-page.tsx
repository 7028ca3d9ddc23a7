import { profileFacts } from "@litfass/contract/supply/exchange-profiles";
import { exchangeChangeSchema, newExchangeSchema } from "@litfass/contract/supply/exchanges";
import { useNavigate, useParams } from "react-router";
import { useCall, useChange } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../ui/feedback/snackbar-store.ts";
import { Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { ExchangeForm } from "./exchange-form.tsx";
import { bodyOf, type ExchangeValues } from "./exchange-values.ts";
import { RegisteredCreatives } from "./registered-creatives.tsx";

export const exchangesPath = "/settings/exchanges";

function useBack() {
  const { t } = useTranslation("supply");
  const navigate = useNavigate();
  return {
    back: { to: exchangesPath, label: t("title") },
    leave: (message: string) => {
      showSnackbar(message);
      void navigate(exchangesPath);
    },
  };
}

/** Adds an exchange. */
export function NewExchangePage() {
  const { t } = useTranslation("supply");
  const { back, leave } = useBack();
  const create = useChange("createExchange", ["listExchanges"]);
  const requestOf = (values: ExchangeValues) => ({ name: values.name.trim(), ...bodyOf(values) });
  return (
    <>
      <PageHeading back={back} lead={t("form.lead")}>
        {t("form.new")}
      </PageHeading>
      <ExchangeForm
        schema={newExchangeSchema}
        requestOf={requestOf}
        onSave={async (values) => {
          await create.mutateAsync({ body: requestOf(values) });
          leave(t("saved"));
        }}
      />
    </>
  );
}

/** The settings of one exchange. */
export function ExchangePage() {
  const { t } = useTranslation("supply");
  const { exchange: name = "" } = useParams();
  const { back, leave } = useBack();
  const { data, error, refetch } = useCall("showExchange", { params: { exchange: name } }, { staleMs: 0 });
  const update = useChange("updateExchange", ["listExchanges", "showExchange"]);
  const requestOf = (values: ExchangeValues) => ({ version: data?.version ?? 0, ...bodyOf(values) });
  return (
    <>
      <PageHeading back={back} lead={t("form.lead")}>
        {name}
      </PageHeading>
      {error && !data && <ErrorState title={t("failed")} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={640} />}
      {data && (
        <Stack>
          <ExchangeForm
            key={data.version}
            exchange={data}
            schema={exchangeChangeSchema}
            requestOf={requestOf}
            onSave={async (values) => {
              await update.mutateAsync({ params: { exchange: name }, body: requestOf(values) });
              leave(t("saved"));
            }}
          />
          {profileFacts[data.settings.profile].needsRegistration && <RegisteredCreatives exchange={name} />}
        </Stack>
      )}
    </>
  );
}
