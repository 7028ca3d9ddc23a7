import type { Language } from "@litfass/contract/kernel/language";
import type { Company } from "@litfass/contract/settings/company";
import { pathIn } from "../frame/site.ts";

type Landing = {
  publicUrl: string;
  company: Company;
  language: Language;
  /** The name of the service, which the operator chooses. */
  operator: string;
  description: string;
  plans: { name: string; monthlyAmount: number }[];
  faq: { question: string; answer: string }[];
};

const context = "https://schema.org";

/** The operator, the packages and the questions of the landing page as schema.org objects. */
export function landingData({ publicUrl, company, language, operator, description, plans, faq }: Landing): object[] {
  const url = `${publicUrl}${pathIn(language, "/")}`;
  const organization = {
    "@type": "Organization",
    name: company.name,
    url: publicUrl,
    logo: `${publicUrl}/mark.svg`,
    email: company.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: `${company.street} ${company.house_number}`,
      postalCode: company.postal_code,
      addressLocality: company.city,
      addressCountry: company.country_code,
    },
  };
  const offers = plans.flatMap(({ name, monthlyAmount }) =>
    ["CHF", "EUR"].map((priceCurrency) => ({
      "@type": "Offer",
      name,
      url,
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
