import type { ConversionFigures } from "@litfass/contract/reporting/figures";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { formatMoney } from "../../../i18n/format.ts";
import { formatRate } from "../rates.ts";

/** Rate, cost and value of conversions, as far as they are known. */
export function ConversionDetail({ figures, currency }: { figures: ConversionFigures; currency: string }) {
  const { t } = useTranslation("conversions");
  const { conversion_rate: rate, cost_per_conversion: cost, conversion_value: value } = figures;
  const lines = [
    ...(rate === null ? [] : [t("tile.rate", { rate: formatRate(rate, 1) })]),
    ...(cost === null ? [] : [t("tile.cost", { amount: formatMoney(cost, currency) })]),
    ...(value ? [t("tile.value", { amount: formatMoney(value, currency) })] : []),
  ];
  return lines.map((line, at) => (
    <Fragment key={line}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));
}
