import { sizeOf } from "@litfass/contract/kernel/formats";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { CropMarks } from "../../../ui/inputs/crop-marks.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import styles from "./banner-sets.module.css";
import { OrderBannerSetDialog } from "./order-banner-set-dialog.tsx";

/** The scale of the empty formats. */
const scale = 0.2;

/** What a set contains, its current price, and how to get it: the order or the plan that includes it. */
export function BannerSetOffer() {
  const { t } = useTranslation("creatives");
  const [ordering, setOrdering] = useState(false);
  const offer = useCall("showBannerSetOffer", undefined, { staleMs: 0 });
  if (offer.error && !offer.data) {
    return <ErrorState title={t("sets.failed")} error={offer.error} onRetry={() => void offer.refetch()} />;
  }
  if (!offer.data) return <SkeletonRows rows={3} />;
  const { is_offered, is_included, price_formatted, further_price_formatted, currency, formats } = offer.data;
  const price = is_included ? t("sets.included") : t("sets.price", { price: withCurrency(currency, price_formatted) });
  return (
    <Card className={styles.offer}>
      <ul className={styles.formats} aria-label={t("sets.formats")}>
        {formats.map((format) => {
          const { width, height } = sizeOf(format);
          return (
            <li key={format} className={styles.format}>
              <CropMarks
                className={styles.paper}
                style={{ width: width * scale, height: height * scale }}
                aria-hidden="true"
              />
              <span>{formatSize(format)}</span>
            </li>
          );
        })}
      </ul>
      <div className={styles.deal}>
        <div>
          <p className={styles.price}>{is_offered ? price : t("sets.withAdvanced")}</p>
          <p className={styles.small}>{t("sets.terms", { price: withCurrency(currency, further_price_formatted) })}</p>
        </div>
        {is_offered ? (
          <Button variant="primary" onClick={() => setOrdering(true)}>
            {t("sets.order")}
          </Button>
        ) : (
          <ButtonLink to="/invoices">{t("sets.seePackages")}</ButtonLink>
        )}
      </div>
      {ordering && <OrderBannerSetDialog price={price} paid={!is_included} onClose={() => setOrdering(false)} />}
    </Card>
  );
}
