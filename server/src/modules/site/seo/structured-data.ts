import type { Language } from "@litfass/contract/kernel/language";
import type { Company } from "@litfass/contract/settings/company";
import { pathIn } from "../frame/site.ts";
import type { PlanOffer } from "../landing/plan-offers.ts";

type Landing = {
  publicUrl: string;
  company: Company;
  language: Language;
  /** The name of the service, which the operator chooses. */
  operator: string;
  description: string;
  plans: Pick<PlanOffer, "name" | "monthlyAmounts">[];
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
