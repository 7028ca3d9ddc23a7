import type { ByLanguage } from "../kernel/language.ts";
import type { ReviewReason } from "./review-reasons.ts";

type Texts = { text: string; advice: string };

/** The label of a reason, and the advice to the advertiser. */
export const reviewReasonTexts: Record<ReviewReason, ByLanguage<Texts>> = {
  misleading: {
    en: { text: "Misleading promise", advice: "Say only what the page behind the link keeps, with the conditions." },
    de: {
      text: "Irreführendes Versprechen",
      advice: "Versprechen Sie nur, was die verlinkte Seite hält, samt den Bedingungen.",
    },
    fr: { text: "Promesse trompeuse", advice: "Ne promettez que ce que tient la page liée, conditions comprises." },
    it: {
      text: "Promessa ingannevole",
      advice: "Prometta solo ciò che la pagina collegata mantiene, condizioni comprese.",
    },
  },
  forbidden: {
    en: { text: "Content that is not allowed", advice: "This product or this content may not be advertised here." },
    de: {
      text: "Nicht erlaubter Inhalt",
      advice: "Für dieses Angebot oder diesen Inhalt darf hier nicht geworben werden.",
    },
    fr: { text: "Contenu non autorisé", advice: "La publicité pour cette offre ou ce contenu n’est pas admise ici." },
    it: {
      text: "Contenuto non ammesso",
      advice: "Qui non è ammessa pubblicità per questa offerta o questo contenuto.",
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
    fr: {
      text: "Marque ou image d’un tiers",
      advice: "N’utilisez que des noms, logos et images dont vous détenez les droits.",
    },
    it: {
      text: "Marchio o immagine di terzi",
      advice: "Utilizzi solo nomi, loghi e immagini di cui detiene i diritti.",
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
    fr: {
      text: "Difficile à lire ou flou",
      advice: "Choisissez une image plus nette, moins de texte ou des couleurs plus contrastées.",
    },
    it: {
      text: "Poco leggibile o sfocato",
      advice: "Scelga un’immagine più nitida, meno testo o colori più contrastati.",
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
    fr: {
      text: "Le lien ne fonctionne pas",
      advice: "Vérifiez l’adresse : elle doit ouvrir une page sans erreur, aussi sur un téléphone.",
    },
    it: {
      text: "Il link non funziona",
      advice: "Verifichi l’indirizzo: deve aprire una pagina senza errori, anche sul telefono.",
    },
  },
  mismatch: {
    en: { text: "The page does not match the ad", advice: "Lead to the page that shows what the ad is about." },
    de: {
      text: "Die Seite passt nicht zur Werbung",
      advice: "Verlinken Sie die Seite, die zeigt, worum es in der Werbung geht.",
    },
    fr: {
      text: "La page ne correspond pas à la publicité",
      advice: "Dirigez vers la page qui présente ce dont parle la publicité.",
    },
    it: {
      text: "La pagina non corrisponde alla pubblicità",
      advice: "Rimandi alla pagina che presenta ciò di cui parla la pubblicità.",
    },
  },
  imprint: {
    en: { text: "It is not clear who advertises", advice: "Show your name or logo, and an imprint on the page." },
    de: {
      text: "Der Absender ist nicht erkennbar",
      advice: "Zeigen Sie Ihren Namen oder Ihr Logo, und auf der Seite ein Impressum.",
    },
    fr: {
      text: "L’annonceur n’est pas identifiable",
      advice: "Montrez votre nom ou votre logo et, sur la page, des mentions légales.",
    },
    it: {
      text: "L’inserzionista non è riconoscibile",
      advice: "Mostri il Suo nome o logo e, sulla pagina, le note legali.",
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
    fr: {
      text: "Défaut technique",
      advice: "Un élément de la bannière ou de la vidéo ne fonctionne pas. Exportez-la à nouveau et vérifiez l’aperçu.",
    },
    it: {
      text: "Difetto tecnico",
      advice: "Un elemento del banner o del video non funziona. Lo esporti di nuovo e controlli l’anteprima.",
    },
  },
};
