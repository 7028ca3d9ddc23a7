import type { Texts } from "./texts.ts";

/** Why banners are rejected: what it is called, and what the advertiser can do about it, in English and German. */
export const reviewReasonTexts = {
  "review_reason.misleading": ["Misleading promise", "Irreführendes Versprechen"],
  "review_reason.misleading.advice": [
    "Say only what the page behind the link keeps, with the conditions.",
    "Versprechen Sie nur, was die verlinkte Seite hält, samt den Bedingungen.",
  ],
  "review_reason.forbidden": ["Content that is not allowed", "Nicht erlaubter Inhalt"],
  "review_reason.forbidden.advice": [
    "This product or this content may not be advertised here.",
    "Für dieses Angebot oder diesen Inhalt darf hier nicht geworben werden.",
  ],
  "review_reason.rights": ["Somebody else's brand or picture", "Fremde Marke oder fremdes Bild"],
  "review_reason.rights.advice": [
    "Use only names, logos and pictures that you have the rights to.",
    "Verwenden Sie nur Namen, Logos und Bilder, an denen Sie die Rechte haben.",
  ],
  "review_reason.quality": ["Hard to read or blurred", "Schlecht lesbar oder unscharf"],
  "review_reason.quality.advice": [
    "Use a sharper picture, fewer words or colours with more contrast.",
    "Nehmen Sie ein schärferes Bild, weniger Text oder kontrastreichere Farben.",
  ],
  "review_reason.link": ["The link does not work", "Der Link funktioniert nicht"],
  "review_reason.link.advice": [
    "Check the address: it must open a page without errors, on a phone too.",
    "Prüfen Sie die Adresse: Sie muss eine Seite ohne Fehler öffnen, auch auf dem Handy.",
  ],
  "review_reason.mismatch": ["The page does not match the ad", "Die Seite passt nicht zur Werbung"],
  "review_reason.mismatch.advice": [
    "Lead to the page that shows what the ad is about.",
    "Verlinken Sie die Seite, die zeigt, worum es in der Werbung geht.",
  ],
  "review_reason.imprint": ["It is not clear who advertises", "Der Absender ist nicht erkennbar"],
  "review_reason.imprint.advice": [
    "Show your name or logo, and an imprint on the page.",
    "Zeigen Sie Ihren Namen oder Ihr Logo, und auf der Seite ein Impressum.",
  ],
  "review_reason.technical": ["Technical fault", "Technischer Fehler"],
  "review_reason.technical.advice": [
    "Something in the banner or the video does not run. Export it again and look at the preview.",
    "Etwas im Banner oder Video läuft nicht. Exportieren Sie es neu und prüfen Sie die Vorschau.",
  ],
} as const satisfies Texts;
