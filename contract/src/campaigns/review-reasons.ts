/** Why banners are rejected: what it is called, and what the advertiser can do about it, in English and German. */
export const reviewReasons = {
  misleading: {
    en: ["Misleading promise", "Say only what the page behind the link keeps, with the conditions."],
    de: ["Irreführendes Versprechen", "Versprechen Sie nur, was die verlinkte Seite hält, samt den Bedingungen."],
  },
  forbidden: {
    en: ["Content that is not allowed", "This product or this content may not be advertised here."],
    de: ["Nicht erlaubter Inhalt", "Für dieses Angebot oder diesen Inhalt darf hier nicht geworben werden."],
  },
  rights: {
    en: ["Somebody else's brand or picture", "Use only names, logos and pictures that you have the rights to."],
    de: ["Fremde Marke oder fremdes Bild", "Verwenden Sie nur Namen, Logos und Bilder, an denen Sie die Rechte haben."],
  },
  quality: {
    en: ["Hard to read or blurred", "Use a sharper picture, fewer words or colours with more contrast."],
    de: ["Schlecht lesbar oder unscharf", "Nehmen Sie ein schärferes Bild, weniger Text oder kontrastreichere Farben."],
  },
  link: {
    en: ["The link does not work", "Check the address: it must open a page without errors, on a phone too."],
    de: [
      "Der Link funktioniert nicht",
      "Prüfen Sie die Adresse: Sie muss eine Seite ohne Fehler öffnen, auch auf dem Handy.",
    ],
  },
  mismatch: {
    en: ["The page does not match the ad", "Lead to the page that shows what the ad is about."],
    de: ["Die Seite passt nicht zur Werbung", "Verlinken Sie die Seite, die zeigt, worum es in der Werbung geht."],
  },
  imprint: {
    en: ["It is not clear who advertises", "Show your name or logo, and an imprint on the page."],
    de: ["Der Absender ist nicht erkennbar", "Zeigen Sie Ihren Namen oder Ihr Logo, und auf der Seite ein Impressum."],
  },
  technical: {
    en: [
      "Technical fault",
      "Something in the banner or the video does not run. Export it again and look at the preview.",
    ],
    de: [
      "Technischer Fehler",
      "Etwas im Banner oder Video läuft nicht. Exportieren Sie es neu und prüfen Sie die Vorschau.",
    ],
  },
} as const satisfies Record<string, Record<"en" | "de", readonly [string, string]>>;

export type ReviewReason = keyof typeof reviewReasons;
export const reviewReasonCodes = Object.keys(reviewReasons) as [ReviewReason, ...ReviewReason[]];
