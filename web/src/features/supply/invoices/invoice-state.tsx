import type { ExchangeInvoice } from "@litfass/contract/supply/exchange-invoices";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State } from "../../../ui/feedback/state.tsx";

const shapes = { open: "waiting", accepted: "on", superseded: "ended" } as const;

/** The status of an exchange's invoice. */
export function InvoiceState({ state }: Pick<ExchangeInvoice, "state">) {
  const { t } = useTranslation("supply");
  return <State shape={shapes[state]}>{t(`invoices.state.${state}`)}</State>;
}
