import type { Country } from "./places.ts";

export type Language = "de" | "en" | "fr" | "it";

export type Publisher = {
  id: string;
  /** A radio is a site, a podcast an app, both with spots instead of banners. */
  kind: "app" | "site" | "tv" | "radio" | "podcast";
  name: string;
  /** For a site or a radio; an app or a podcast has a bundle. */
  domain: string;
  bundle: string;
  country: Country;
  language: Language;
  /** IAB Content Taxonomy 1.0. */
  categories: string[];
  keywords: string[];
  /** The relative number of page views. */
  weight: number;
  /** The viewability of its placements relative to the norm for their position. */
  quality: number;
  /** The floor per thousand impressions in its currency. */
  floor: number;
  /** As in bid requests: ISO 4217. */
  currency: string;
};

const rows = `
site|Berner Tagblatt|berner-tagblatt.example|CH|de|IAB12,IAB12-3|bern nachrichten region politik|95|1.02|4.2
site|Zürcher Morgen|zuercher-morgen.example|CH|de|IAB12,IAB12-3|zürich nachrichten stadt|100|1|4.8
site|Basler Bote|basler-bote.example|CH|de|IAB12,IAB12-3|basel nachrichten fasnacht rhein|52|0.98|4
site|Luzerner Blatt|luzerner-blatt.example|CH|de|IAB12,IAB12-3|luzern nachrichten zentralschweiz|38|1.03|3.6
site|Ostschweiz heute|ostschweiz-heute.example|CH|de|IAB12,IAB12-3|st gallen thurgau nachrichten|34|0.97|3.2
site|Engadiner Zeitung|engadiner-zeitung.example|CH|de|IAB12-3,IAB20|graubünden davos berge|12|1.08|3.4
site|Wirtschaft am Morgen|wirtschaft-am-morgen.example|CH|de|IAB3,IAB13,IAB13-11|wirtschaft börse franken unternehmen|40|1.1|6.5
site|Sport Mittelland|sport-mittelland.example|CH|de|IAB17,IAB17-44|sport fussball eishockey ski|62|0.94|3
site|Eiszeit Hockey|eiszeit-hockey.example|CH|de|IAB17,IAB17-20|eishockey playoff liga|18|0.9|2.6
site|Wetter Aare|wetter-aare.example|CH|de|IAB15-10,IAB20|wetter wandern berge schnee|70|0.88|2.2
site|Gipfelbuch|gipfelbuch.example|CH|de|IAB20,IAB9,IAB17-16|wandern tour hütte gipfel|20|1.05|2.8
site|Rezeptbuch|rezeptbuch.example|CH|de|IAB8,IAB8-9|rezepte kochen backen zopf|60|1.04|3.1
site|Brot und Butter|brot-und-butter.example|CH|de|IAB8,IAB8-8|brot backen sauerteig frühstück|26|1.05|2.6
site|Matte Quartier|matte-quartier.example|CH|de|IAB14,IAB12-3|bern quartier nachbarschaft matte|18|1.05|1.9
site|Gartenfreund|gartenfreund.example|CH|de|IAB10,IAB10-4|garten balkon pflanzen|16|1.06|2.4
site|Elternalltag|elternalltag.example|CH|de|IAB6,IAB6-5|familie kinder eltern schule|24|1|3.3
site|Autoheft|autoheft.example|CH|de|IAB2,IAB2-10|auto elektroauto test occasion|30|0.96|4.4
site|Wohnraum|wohnraum.example|CH|de|IAB21,IAB21-3|immobilien wohnung mieten kaufen|28|1.02|4.6
site|Stellenblick|stellenblick.example|CH|de|IAB4,IAB4-5|stellen jobs bewerbung|22|0.92|3.8
site|Bildschirm|bildschirm.example|CH|de|IAB19,IAB19-6|computer technik handy software|33|0.93|3.4
site|Landboten Markt|landboten-markt.example|CH|de|IAB22,IAB22-2|markt occasion kaufen verkaufen|48|0.82|1.9
site|Kulturkalender|kulturkalender.example|CH|de|IAB1,IAB1-6|konzert theater kino museum|15|1.07|2.9
site|Gazette du Léman|gazette-du-leman.example|CH|fr|IAB12,IAB12-3|lausanne genève actualité|58|1|4.3
site|La Feuille de Genève|feuille-de-geneve.example|CH|fr|IAB12,IAB12-3|genève politique économie|46|1.01|4.5
site|Courrier du Jura|courrier-du-jura.example|CH|fr|IAB12-3|jura neuchâtel région|14|1.04|2.7
site|Neige et Sport|neige-et-sport.example|CH|fr|IAB17,IAB17-31|ski sport hockey valais|17|0.95|2.6
site|La Table Romande|table-romande.example|CH|fr|IAB8,IAB8-18|recettes vin cuisine fondue|13|1.05|3
site|Corriere dei Laghi|corriere-dei-laghi.example|CH|it|IAB12,IAB12-3|lugano ticino notizie|22|1.02|3.1
site|Ticino Tempo Libero|ticino-tempo-libero.example|CH|it|IAB20,IAB1|ticino eventi lago grotto|9|1.03|2.4
site|Alpine Expat|alpine-expat.example|CH|en|IAB14,IAB12-2|switzerland expat permits zurich geneva|13|1.06|3.9
site|Liechtensteiner Rundschau|liechtensteiner-rundschau.example|LI|de|IAB12,IAB12-3|vaduz liechtenstein nachrichten|7|1.04|3.5
site|Berliner Kurierblatt|berliner-kurierblatt.example|DE|de|IAB12,IAB12-3|berlin nachrichten politik|70|0.95|3.2
site|Hansepost|hansepost.example|DE|de|IAB12,IAB12-3|hamburg hafen nachrichten|40|0.97|3
site|Isarbote|isarbote.example|DE|de|IAB12,IAB12-3|münchen bayern nachrichten|42|1|3.3
site|Rhein und Ruhr|rhein-und-ruhr.example|DE|de|IAB12,IAB12-3|köln düsseldorf nachrichten|45|0.93|2.8
site|Kickbande|kickbande.example|DE|de|IAB17,IAB17-44|fussball bundesliga transfer|64|0.86|2.1
site|Heimwerkerei|heimwerkerei.example|DE|de|IAB10,IAB10-5|heimwerken werkzeug bauen|26|1.03|2.6
site|Sparblick|sparblick.example|DE|de|IAB13,IAB13-4|geld sparen versicherung zinsen|30|1|3.9
site|Donaupresse|donaupresse.example|AT|de|IAB12,IAB12-3|wien österreich nachrichten|48|0.99|3.1
site|Alpenglühen|alpengluehen.example|AT|de|IAB20,IAB17-31|skigebiet urlaub tirol salzburg|18|1.02|2.7
site|Kaffeehaus|kaffeehaus.example|AT|de|IAB1,IAB8-6|kultur wien kaffee theater|12|1.06|2.5
app|Fahrplan Mittelland|example.fahrplan.mittelland|CH|de|IAB20,IAB19|fahrplan zug bus tram|66|1.12|3.4
app|Wolkenradar|example.wolkenradar|CH|de|IAB15-10|wetter regen schnee|58|1.1|2.9
app|Jass am Stubentisch|example.jass.stubentisch|CH|de|IAB9,IAB9-7|jass kartenspiel|24|1.15|2.3
app|Tagblatt kompakt|example.tagblatt.kompakt|CH|de|IAB12|nachrichten schweiz|36|1.08|3.6
app|Météo des Alpes|example.meteo.alpes|CH|fr|IAB15-10|météo neige|20|1.09|2.8
app|Rätselheft|example.raetselheft|DE|de|IAB9,IAB9-5|rätsel sudoku|32|1.13|1.9
app|Laufstrecke|example.laufstrecke|DE|de|IAB7,IAB7-1|laufen training fitness|21|1.1|2.4
app|Wiener Linienplan|example.wiener.linienplan|AT|de|IAB20|u-bahn bim wien|19|1.1|2.3
tv|Alpen TV|example.alpentv|CH|de|IAB1-7|serie film sport|20|1.2|9
tv|Stubenkino|example.stubenkino|DE|de|IAB1-5,IAB1-7|film kino serie|24|1.18|8
radio|Radio Gurten|radio-gurten.example|CH|de|IAB1-6,IAB12-3|radio musik bern konzert|30|1|5
radio|Radio des Lacs|radio-des-lacs.example|CH|fr|IAB1-6,IAB12-3|radio musique lausanne concert|14|1|4.6
podcast|Feierabend zum Hören|example.hoeren.feierabend|CH|de|IAB1,IAB12|podcast gespräch reportage|26|1|7
podcast|Ascolti|example.ascolti.podcast|CH|it|IAB1,IAB8|podcast storie cucina|7|1|5.5`;

/** Whether a publisher is a site on the web, and not an app. */
export const isOnWeb = ({ kind }: Pick<Publisher, "kind">): boolean => kind === "site" || kind === "radio";

/** Fictitious publishers of four countries. */
export const publishers: Publisher[] = rows
  .trim()
  .split("\n")
  .map((row, at) => {
    const [
      kind = "",
      name = "",
      address = "",
      country = "",
      language = "",
      categories = "",
      keywords = "",
      ...figures
    ] = row.split("|");
    const [weight = 1, quality = 1, floor = 1] = figures.map(Number);
    const isSite = isOnWeb({ kind: kind as Publisher["kind"] });
    return {
      id: `pub-${String(at + 1).padStart(3, "0")}`,
      kind: kind as Publisher["kind"],
      name,
      domain: isSite ? address : `${address.split(".").slice(1).reverse().join("-")}.example`,
      bundle: isSite ? "" : address,
      country: country as Country,
      language: language as Language,
      categories: categories.split(","),
      keywords: keywords.split(" "),
      weight,
      quality,
      floor,
      currency: country === "CH" || country === "LI" ? "CHF" : "EUR",
    };
  });
