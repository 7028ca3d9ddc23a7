import type { Language } from "@litfass/contract/kernel/language";
import type { Config } from "@litfass/platform/config/config";
import { pathIn } from "../frame/site.ts";

type Landing = {
  config: Pick<Config, "publicUrl" | "seller">;
  language: Language;
  /** The name of the service, which the operator chooses. */
  operator: string;
  description: string;
  plans: { name: string; monthlyAmount: number }[];
  faq: { question: string; answer: string }[];
};

const context = "https://schema.org";

/** The operator, the packages and the questions of the landing page as schema.org objects. */
export function landingData({ config, language, operator, description, plans, faq }: Landing): object[] {
  const { publicUrl, seller } = config;
  const url = `${publicUrl}${pathIn(language, "/")}`;
  const organization = {
    "@type": "Organization",
    name: seller.name,
    url: publicUrl,
    logo: `${publicUrl}/mark.svg`,
    email: seller.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: `${seller.street} ${seller.houseNumber}`,
      postalCode: seller.postalCode,
      addressLocality: seller.city,
      addressCountry: seller.countryCode,
    },
  };
  const offers = plans.flatMap(({ name, monthlyAmount }) =>
    ["CHF", "EUR"].map((priceCurrency) => ({
      "@type": "Offer",
      name,
      url: `${url}#prices`,
      price: monthlyAmount,
      priceCurrency,
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: monthlyAmount,
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
      name: operator,
      description,
      url,
      inLanguage: language,
      provider: organization,
      offers,
    },
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
  ];
}
