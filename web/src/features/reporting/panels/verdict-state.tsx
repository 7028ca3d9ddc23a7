import type { SellerVerdict } from "@litfass/contract/supply/sellers";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";

const shapes: Record<SellerVerdict, StateShape> = {
  direct: "on",
  reseller: "limited",
  unauthorised: "rejected",
  unknown: "waiting",
};
const worst: readonly SellerVerdict[] = ["unauthorised", "unknown", "reseller", "direct"];

/** A publisher's verdict on a seller, as a shape and a label. */
export function VerdictState({ verdict, detail }: { verdict: SellerVerdict; detail?: string }) {
  const { t } = useTranslation("reporting");
  return (
    <State shape={shapes[verdict]} detail={detail}>
      {t(`seller.is.${verdict}`)}
    </State>
  );
}

/** The worst verdict among a site's sellers; undefined if there are none. */
export const worstOf = (verdicts: readonly SellerVerdict[]): SellerVerdict | undefined =>
  worst.find((each) => verdicts.includes(each));
