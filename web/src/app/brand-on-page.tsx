import i18next from "i18next";
import { useEffect } from "react";
import { useCall } from "../api/use-call.ts";
import { applyBrand, currentBrand } from "../ui/brand.ts";

/** Applies the operator's brand to the page again when it changes. */
export function BrandOnPage() {
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  const brand = site?.brand;
  useEffect(() => {
    if (!brand || brand === currentBrand()) return;
    applyBrand(brand);
    // Screens that are open already read their texts again, because some contain the name.
    i18next.emit("languageChanged", i18next.language);
  }, [brand]);
  return null;
}
