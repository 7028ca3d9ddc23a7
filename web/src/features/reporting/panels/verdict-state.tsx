import type { Role } from "@litfass/contract/kernel/roles";
import type { SellerVerdict } from "@litfass/contract/supply/sellers";
import { useTranslation } from "react-i18next";
import { State, type StateShape } from "../../../ui/feedback/state.tsx";

const shapes: Record<SellerVerdict, StateShape> = {
  direct: "on",
  reseller: "limited",
  unauthorised: "rejected",
  unknown: "waiting",
};
const worst: readonly SellerVerdict[] = ["unauthorised", "unknown", "reseller", "direct"];

/** What a publisher says of a seller, as a shape and a word. */
export function VerdictState({ verdict, detail }: { verdict: SellerVerdict; detail?: string }) {
  const { t } = useTranslation("reporting");
  return (
    <State shape={shapes[verdict]} detail={detail}>
      {t(`seller.is.${verdict}`)}
    </State>
  );
}

/** Of several sellers of one site the verdict that matters most; undefined where there are none. */
export const worstOf = (verdicts: readonly SellerVerdict[]): SellerVerdict | undefined =>
  worst.find((each) => verdicts.includes(each));

const sellerReaders: readonly Role[] = ["super_admin", "admin", "tech_admin"];

/** Who is told of sellers: they are the installation's, not a customer's. */
export const canSeeSellers = (role: Role): boolean => sellerReaders.includes(role);
