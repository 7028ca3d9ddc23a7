import type { Language } from "@litfass/contract/kernel/messages";
import type { Seller } from "../billing/index.ts";
import { addressOf, type LegalText } from "./legal-text.ts";

/** Who runs this installation. */
export const imprintText = (language: Language, seller: Seller): LegalText =>
  language === "de"
    ? {
        title: "Impressum",
        lead: "Angaben zum Betreiber dieser Plattform.",
        sections: [
          { heading: "Betreiber", address: addressOf(seller), paragraphs: [] },
          { heading: "Kontakt", paragraphs: [seller.email] },
          { heading: "Mehrwertsteuer", paragraphs: [`MWST-Nummer ${seller.vatNumber}`] },
          {
            heading: "Inhalte der Anzeigen",
            paragraphs: [
              "Für den Inhalt einer Anzeige und der Seite, zu der sie führt, ist der jeweilige Werbetreibende verantwortlich. Verstösse melden Sie an die Adresse oben; wir prüfen sie und halten die Anzeige an, wenn sie gegen die AGB verstösst.",
            ],
          },
        ],
      }
    : {
        title: "Imprint",
        lead: "Who runs this platform.",
        sections: [
          { heading: "Operator", address: addressOf(seller), paragraphs: [] },
          { heading: "Contact", paragraphs: [seller.email] },
          { heading: "Value added tax", paragraphs: [`VAT number ${seller.vatNumber}`] },
          {
            heading: "Content of the ads",
            paragraphs: [
              "The advertiser is responsible for the content of an ad and of the page it leads to. Report a violation to the address above; we look into it and stop the ad if it breaks the terms.",
            ],
          },
        ],
      };
