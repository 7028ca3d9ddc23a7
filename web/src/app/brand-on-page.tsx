import i18next from "i18next";
import { useEffect } from "react";
import { useCall } from "../api/use-call.ts";
import { currentLocale } from "../i18n/i18n.ts";
import { defaultLocale } from "../i18n/locale.ts";
import { offerLocales } from "../i18n/offered-locales.ts";
import { applyBrand, currentBrand } from "../ui/brand.ts";

/** Applies the operator's brand and languages to the page again when they change. */
export function BrandOnPage() {
  const { data: site } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  const brand = site?.brand;
  const languages = site?.languages;
  useEffect(() => {
    if (!languages) return;
    offerLocales(languages);
    if (!languages.includes(currentLocale())) void i18next.changeLanguage(defaultLocale);
  }, [languages]);
  useEffect(() => {
    if (!brand || brand === currentBrand()) return;
    applyBrand(brand);
    // Screens that are open already read their texts again, because some contain the name.
    i18next.emit("languageChanged", i18next.language);
  }, [brand]);
  return null;
}
