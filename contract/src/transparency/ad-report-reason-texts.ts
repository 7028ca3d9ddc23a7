import type { ByLanguage } from "../kernel/language.ts";
import type { AdReportReason } from "./ad-report-reasons.ts";

/** The reasons as visitors and staff read them. */
export const adReportReasonTexts: Record<AdReportReason, ByLanguage<string>> = {
  misleading: {
    en: "It is misleading or a fraud",
    de: "Sie ist irreführend oder Betrug",
    fr: "Elle est trompeuse ou frauduleuse",
    it: "È ingannevole o fraudolento",
  },
  illegal: {
    en: "It advertises something illegal",
    de: "Sie wirbt für etwas Verbotenes",
    fr: "Elle fait de la publicité pour quelque chose d’illégal",
    it: "Fa pubblicità a qualcosa di illegale",
  },
  offensive: {
    en: "It is offensive, violent or sexual",
    de: "Sie ist anstössig, gewaltverherrlichend oder sexuell",
    fr: "Elle est choquante, violente ou sexuelle",
    it: "È offensivo, violento o sessuale",
  },
  minors: {
    en: "It is not suitable for minors",
    de: "Sie ist für Minderjährige ungeeignet",
    fr: "Elle ne convient pas aux mineurs",
    it: "Non è adatto ai minori",
  },
  rights: {
    en: "It violates my rights, for example a brand or picture",
    de: "Sie verletzt meine Rechte, zum Beispiel an einer Marke oder einem Bild",
    fr: "Elle viole mes droits, par exemple sur une marque ou une image",
    it: "Viola i miei diritti, ad esempio su un marchio o un’immagine",
  },
  unlabeled: {
    en: "It does not look like an ad",
    de: "Sie ist nicht als Werbung erkennbar",
    fr: "On ne reconnaît pas que c’est de la publicité",
    it: "Non si riconosce come pubblicità",
  },
  disruptive: {
    en: "It disrupts the page",
    de: "Sie stört die Seite",
    fr: "Elle perturbe la page",
    it: "Disturba la pagina",
  },
  other: {
    en: "Another reason",
    de: "Ein anderer Grund",
    fr: "Une autre raison",
    it: "Un altro motivo",
  },
};
