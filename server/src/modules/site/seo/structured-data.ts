import type { Language } from "@litfass/contract/kernel/language";
import type { Company } from "@litfass/contract/settings/company";
import type { Brand } from "@litfass/contract/settings/operator-settings";
import { iconAddress, imageAddress } from "../frame/art.ts";
import { pathIn } from "../frame/site.ts";
import type { PlanOffer } from "../landing/plan-offers.ts";

type Landing = {
  publicUrl: string;
  company: Company;
  language: Language;
  /** The name of the service, its logo and profiles, which the operator chooses. */
  brand: Brand;
  description: string;
  plans: Pick<PlanOffer, "name" | "monthlyAmounts">[];
  faq: { question: string; answer: string }[];
};

const context = "https://schema.org";

/** The logo on light pages, else the mark. */
const logoAddress = (brand: Brand): string =>
  brand.logo_light === null ? iconAddress(brand) : imageAddress(brand.logo_light);

/** The operator, the packages and the questions of the landing page as schema.org objects. */
export function landingData({ publicUrl, company, language, brand, description, plans, faq }: Landing): object[] {
  const url = `${publicUrl}${pathIn(language, "/")}`;
  const organization = {
    "@type": "Organization",
    name: company.name,
    url: publicUrl,
    logo: `${publicUrl}${logoAddress(brand)}`,
    ...(brand.social_links.length > 0 && { sameAs: brand.social_links }),
    email: company.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: `${company.street} ${company.house_number}`,
      postalCode: company.postal_code,
      addressLocality: company.city,
      addressCountry: company.country_code,
    },
  };
  const offers = plans.flatMap(({ name, monthlyAmounts }) =>
    monthlyAmounts.map(({ currency: priceCurrency, amount }) => ({
      "@type": "Offer",
      name,
      url,
      price: amount,
      priceCurrency,
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: amount,
        priceCurrency,
        unitCode: "MON",
      },
    })),
  );
  return [
    { "@context": context, ...organization },
    {
      "@context": context,
      "@type": "Service",
      name: brand.operator_name,
      description,
      url,
      inLanguage: language,
      provider: organization,
      offers,
    },
    ...(faq.length === 0
      ? []
      : [
          {
            "@context": context,
            "@type": "FAQPage",
            inLanguage: language,
            mainEntity: faq.map(({ question, answer }) => ({
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: answer },
            })),
          },
        ]),
  ];
}
