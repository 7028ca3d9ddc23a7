import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import { inLanguage, type Language, type Translated } from "@litfass/contract/kernel/language";
import { type TemplateName, templateKit } from "../library/template-kit.ts";
import { sampleFields } from "../studio/samples.ts";
import { phonePhoto, tallLogo, wideLogo } from "./testing-pictures.ts";

/** The contents that every template must survive, for tests and for the overview pictures. */

export const contentNames = ["photo", "no-photo", "long-words", "wide-logo", "tall-logo"] as const;
export type ContentName = (typeof contentNames)[number];

type Long = { title: string; amount: string; date: string; description: string; button: string };
const longTexts: Translated<Long> = {
  de: {
    title: "Kraftfahrzeughaftpflichtschutz",
    amount: "Wohnwagenverkauf CHF 24’990.00",
    date: "Wirtschaftstag, 30. September",
    description: "Versicherungsgesellschaften vergleichen Rechtsschutzversicherungen für Eigentümerfamilien.",
    button: "Versicherungsschutz prüfen",
  },
  en: {
    title: "Environmental responsibilities",
    amount: "Refurbishment from CHF 1149.90",
    date: "Entrepreneurship, 30 September",
    description: "Internationally acknowledged interdisciplinary representatives demonstrate achievements.",
    button: "Request a recommendation now",
  },
  fr: {
    title: "Responsabilité professionnelle",
    amount: "Renouvellement dès CHF 1149.90",
    date: "Développement, le 30 septembre",
    description: "Des professionnels expérimentés accompagnent consciencieusement votre développement durable.",
    button: "Demander une documentation",
  },
  it: {
    title: "Assicurazione professionale",
    amount: "Ristrutturazione CHF 1149.90",
    date: "Imprenditorialità 30 settembre",
    description: "Professionisti particolarmente specializzati accompagnano trasformazioni imprenditoriali.",
    button: "Richiedi la documentazione",
  },
};

/** A template's content of this name: the sample's texts unless its words are long, in the sample's colors. */
export async function testContent(name: ContentName, template: TemplateName, lang: Language): Promise<BannerFields> {
  const fields = { ...sampleFields(template, lang), images: name === "no-photo" ? [] : [await phonePhoto()] };
  if (name === "wide-logo") return { ...fields, logo: wideLogo };
  if (name === "tall-logo") return { ...fields, logo: tallLogo };
  if (name !== "long-words") return fields;
  const { derive } = templateKit().templates[template].template;
  const { description, button, ...titles } = inLanguage<Long>(longTexts, lang);
  const title = derive === "amount" ? titles.amount : derive === "date" ? titles.date : titles.title;
  return { ...fields, title, description, buttonText: button };
}
