import type { Language } from "./publishers.ts";

/** Titles of stories by topic (the first part of the category) and language. */
const titles: Record<string, Partial<Record<Language, string[]>>> = {
  IAB12: {
    de: [
      "Gemeinderat beschliesst neue Velowege",
      "Markt kehrt auf den Bahnhofplatz zurück",
      "Brücke bleibt bis Frühling gesperrt",
      "Schule feiert hundert Jahre",
    ],
    fr: ["La commune vote le budget", "Le marché revient sur la place", "Le tram circulera la nuit"],
    it: ["Il comune approva il bilancio", "Riapre il mercato in piazza"],
    en: ["Council approves new bike lanes", "What changes for residents this year"],
  },
  IAB17: {
    de: ["Derby endet unentschieden", "Trainerin verlängert bis Sommer", "Playoff beginnt am Samstag"],
    fr: ["Le derby se termine sur un nul", "La saison de ski commence"],
  },
  IAB8: {
    de: ["Brot wie beim Bäcker", "Suppe für kalte Tage", "Kuchen ohne Mehl"],
    fr: ["La fondue de nos voisins", "Trois vins du Lavaux"],
  },
  IAB20: {
    de: ["Zehn Wanderungen im Herbst", "Hütten mit Aussicht", "Mit dem Zug ans Meer"],
    it: ["Tre sentieri sul lago"],
  },
  IAB15: { de: ["Schnee bis in die Niederungen", "Das Wochenende wird sonnig"], fr: ["Le foehn revient"] },
  IAB13: { de: ["Zinsen bleiben tief", "So rechnet sich die Vorsorge"] },
  IAB3: { de: ["Franken gewinnt an Wert", "Mehr Aufträge für die Industrie"] },
  IAB2: { de: ["Fünf Elektroautos im Vergleich", "Winterreifen im Test"] },
  IAB10: { de: ["Was jetzt gesät wird", "Regal in zwei Stunden"] },
};

const anyTitles: Record<Language, string[]> = {
  de: ["Was diese Woche wichtig ist", "Fragen und Antworten", "Die besten Tipps"],
  fr: ["L'essentiel de la semaine", "Questions et réponses"],
  it: ["Le notizie della settimana", "Domande e risposte"],
  en: ["This week in short", "Questions and answers"],
};

export const titlesFor = (category: string, language: Language): string[] =>
  titles[category.split("-")[0] ?? ""]?.[language] ?? anyTitles[language];

/** The slug of a title: "Brücke bleibt" is "bruecke-bleibt". */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
