import type { Language } from "../kernel/messages.ts";
import type { ReviewReason } from "./review-reasons.ts";

type Texts = { text: string; advice: string };

/** The label of a reason, and the advice to the advertiser. */
export const reviewReasonTexts: Record<ReviewReason, Record<Language, Texts>> = {
  misleading: {
    en: { text: "Misleading promise", advice: "Say only what the page behind the link keeps, with the conditions." },
    de: {
      text: "Irreführendes Versprechen",
      advice: "Versprechen Sie nur, was die verlinkte Seite hält, samt den Bedingungen.",
    },
  },
  forbidden: {
    en: { text: "Content that is not allowed", advice: "This product or this content may not be advertised here." },
    de: {
      text: "Nicht erlaubter Inhalt",
      advice: "Für dieses Angebot oder diesen Inhalt darf hier nicht geworben werden.",
    },
  },
  rights: {
    en: {
      text: "Somebody else's brand or picture",
      advice: "Use only names, logos and pictures that you have the rights to.",
    },
    de: {
      text: "Fremde Marke oder fremdes Bild",
      advice: "Verwenden Sie nur Namen, Logos und Bilder, an denen Sie die Rechte haben.",
    },
  },
  quality: {
    en: {
      text: "Hard to read or blurred",
      advice: "Use a sharper picture, fewer words or colours with more contrast.",
    },
    de: {
      text: "Schlecht lesbar oder unscharf",
      advice: "Nehmen Sie ein schärferes Bild, weniger Text oder kontrastreichere Farben.",
    },
  },
  link: {
    en: {
      text: "The link does not work",
      advice: "Check the address: it must open a page without errors, on a phone too.",
    },
    de: {
      text: "Der Link funktioniert nicht",
      advice: "Prüfen Sie die Adresse: Sie muss eine Seite ohne Fehler öffnen, auch auf dem Handy.",
    },
  },
  mismatch: {
    en: { text: "The page does not match the ad", advice: "Lead to the page that shows what the ad is about." },
    de: {
      text: "Die Seite passt nicht zur Werbung",
      advice: "Verlinken Sie die Seite, die zeigt, worum es in der Werbung geht.",
    },
  },
  imprint: {
    en: { text: "It is not clear who advertises", advice: "Show your name or logo, and an imprint on the page." },
    de: {
      text: "Der Absender ist nicht erkennbar",
      advice: "Zeigen Sie Ihren Namen oder Ihr Logo, und auf der Seite ein Impressum.",
    },
  },
  technical: {
    en: {
      text: "Technical fault",
      advice: "Something in the banner or the video does not run. Export it again and look at the preview.",
    },
    de: {
      text: "Technischer Fehler",
      advice: "Etwas im Banner oder Video läuft nicht. Exportieren Sie es neu und prüfen Sie die Vorschau.",
    },
  },
};
