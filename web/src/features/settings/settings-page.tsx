import { settingsSections } from "@litfass/contract/settings/operator-settings";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Stack } from "../../ui/layout/layout.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { useQueryParams } from "../../ui/use-query-params.ts";
import { BrandForm } from "./brand-form.tsx";
import { CampaignsForm } from "./campaigns-form.tsx";
import { CompanyForm } from "./company-form.tsx";
import { FormatsForm } from "./formats-form.tsx";
import { LanguagesForm } from "./languages-form.tsx";
import { LegalForm } from "./legal/legal-form.tsx";
import { PayoutsForm } from "./payouts-form.tsx";
import { PricesForm } from "./prices/prices-form.tsx";
import { PublishersForm } from "./publishers-form.tsx";
import { RatesForm } from "./rates-form.tsx";
import { ReviewForm } from "./review-form.tsx";
import styles from "./section-nav.module.css";
import { SectionNav } from "./section-nav.tsx";
import { SiteForm } from "./site-form.tsx";
import { ThirdPartyForm } from "./third-party-form.tsx";
import { VersionsCard } from "./versions-card.tsx";

/** The operator's settings by section, each with its versions. */
export function SettingsPage() {
  const { t } = useTranslation("settings");
  const [params, change] = useQueryParams();
  const section = settingsSections.find((each) => each === params.get("section")) ?? "brand";
  const { data, error, refetch } = useCall("showOperatorSettings", {}, { staleMs: 0 });
  return (
    <>
      <PageHeading lead={t("lead")}>{t("title")}</PageHeading>
      <div className={styles.page}>
        <SectionNav current={section} onChange={(value) => change({ section: value })} />
        <Stack>
          {error && !data && <ErrorState title={t("failed")} error={error} onRetry={() => void refetch()} />}
          {!error && !data && <Skeleton height={480} />}
          {data && (
            <>
              {section === "brand" && <BrandForm key={data.brand.version} current={data.brand} />}
              {section === "company" && <CompanyForm key={data.company.version} current={data.company} />}
              {section === "prices" && (
                <PricesForm key={data.prices.version} current={data.prices} offered={data.languages.settings.offered} />
              )}
              {section === "rates" && <RatesForm key={data.rates.version} current={data.rates} />}
              {section === "languages" && <LanguagesForm key={data.languages.version} current={data.languages} />}
              {section === "legal" && (
                <LegalForm key={data.legal.version} current={data.legal} offered={data.languages.settings.offered} />
              )}
              {section === "publishers" && <PublishersForm key={data.publishers.version} current={data.publishers} />}
              {section === "payouts" && <PayoutsForm key={data.payouts.version} current={data.payouts} />}
              {section === "formats" && <FormatsForm key={data.formats.version} current={data.formats} />}
              {section === "third_party" && (
                <ThirdPartyForm key={data.third_party.version} current={data.third_party} />
              )}
              {section === "review" && <ReviewForm key={data.review.version} current={data.review} />}
              {section === "campaigns" && <CampaignsForm key={data.campaigns.version} current={data.campaigns} />}
              {section === "site" && (
                <SiteForm key={data.site.version} current={data.site} offered={data.languages.settings.offered} />
              )}
              <VersionsCard key={section} section={section} version={data[section].version} />
            </>
          )}
        </Stack>
      </div>
    </>
  );
}
