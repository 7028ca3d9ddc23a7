/** A site or app of the sandbox. All names are invented. */
export type Publisher = {
  id: string;
  name: string;
  /** Domain of a site or bundle of an app. */
  domain: string;
  kind: "site" | "app";
  lang: string;
  /** IAB content categories, taxonomy 1.0. */
  categories: string[];
  keywords: string[];
  /** Countries whose people read it, alpha-3; the rest comes rarely. */
  home: string[];
  /** Mean share of impressions that are seen. */
  viewability: number;
  /** Floor in CPM of `currency`. */
  floor: number;
  weight: number;
};

const rows = `
Berner Tagblatt|berner-tagblatt.example|site|de|IAB12,IAB12-3|news,bern,politics|CHE|0.79|3.2|100
Zürcher Morgen|zuercher-morgen.example|site|de|IAB12,IAB11|news,zurich,economy|CHE|0.78|4.1|95
Basler Bote|basler-bote.example|site|de|IAB12|news,basel,culture|CHE|0.75|3.0|45
Luzerner Anzeiger|luzerner-anzeiger.example|site|de|IAB12|news,lucerne|CHE|0.74|2.8|35
Ostschweiz Heute|ostschweiz-heute.example|site|de|IAB12|news,st gallen|CHE|0.73|2.6|32
Le Matin du Lac|matin-du-lac.example|site|fr|IAB12|actualités,lausanne,genève|CHE|0.76|3.4|55
La Voix Romande|voix-romande.example|site|fr|IAB12,IAB1|actualités,culture|CHE|0.72|2.9|40
Il Gazzettino|gazzettino-ticino.example|site|it|IAB12|notizie,lugano|CHE|0.74|2.5|22
Wetter Aare|wetter-aare.example|site|de|IAB15-10|weather,forecast|CHE|0.82|2.4|70
Rezeptbuch|rezeptbuch.example|site|de|IAB8,IAB8-5|recipes,baking,bread,zopf|CHE,DEU,AUT|0.77|2.2|65
Brot und Butter|brot-und-butter.example|site|de|IAB8|baking,sourdough,breakfast|CHE,DEU|0.80|2.1|30
Weinfreunde|weinfreunde.example|site|de|IAB8-18|wine,tasting|CHE,DEU,AUT|0.75|2.6|18
Fahrplan Mittelland|example.fahrplan.mittelland|app|de|IAB20|train,timetable,travel|CHE|0.71|1.9|60
Matte Quartier|matte-quartier.example|site|de|IAB14|bern,neighbourhood|CHE|0.79|1.5|20
Sport Mittelland|sport-mittelland.example|site|de|IAB17|football,hockey|CHE|0.72|2.4|45
Tor und Abseits|tor-und-abseits.example|site|de|IAB17-12|football,league|DEU,CHE|0.70|2.2|55
Skipiste|skipiste.example|site|de|IAB17,IAB20|ski,snow,davos|CHE,AUT|0.76|2.8|25
Wandern Heute|wandern-heute.example|site|de|IAB20-1,IAB9|hiking,mountains|CHE,AUT|0.81|2.0|28
Ferienglück|ferienglueck.example|site|de|IAB20|hotel,beach,family|DEU,CHE,AUT|0.69|3.0|40
Elternalltag|elternalltag.example|site|de|IAB6|family,kids,school|CHE,DEU|0.78|2.3|34
Windeln und Wunder|windeln-und-wunder.example|site|de|IAB6-2|baby,parents|DEU,CHE|0.74|2.2|20
Hausbau Journal|hausbau-journal.example|site|de|IAB10,IAB21|house,renovation,insurance|CHE,DEU|0.77|2.9|26
Gartenzeit|gartenzeit.example|site|de|IAB10-4|garden,plants|DEU,CHE,AUT|0.80|1.9|24
Motor und Weg|motor-und-weg.example|site|de|IAB2|cars,electric,test|DEU,CHE|0.71|3.3|42
Zweirad|zweirad.example|site|de|IAB2,IAB17|bicycle,commute|CHE,DEU|0.78|2.0|18
Geldfragen|geldfragen.example|site|de|IAB13|savings,insurance,tax|CHE,DEU|0.75|4.2|36
Börsenblick|boersenblick.example|site|de|IAB13,IAB3|stocks,economy|DEU,CHE|0.70|4.5|33
Gesund Leben|gesund-leben.example|site|de|IAB7|health,nutrition|CHE,DEU,AUT|0.76|2.8|38
Zahn und Herz|zahn-und-herz.example|site|de|IAB7|dentist,prevention|CHE|0.73|2.5|14
Netzwelt Heute|netzwelt-heute.example|site|de|IAB19|technology,software,phones|DEU,CHE,AUT|0.68|2.9|48
Pixel und Code|pixel-und-code.example|site|en|IAB19|programming,games|DEU,CHE|0.66|2.4|24
Alpine Herald|alpine-herald.example|site|en|IAB12,IAB20|expats,news,travel|CHE|0.79|3.1|26
Kinoabend|kinoabend.example|site|de|IAB1-5|film,series|DEU,CHE,AUT|0.72|2.3|30
Klangraum|klangraum.example|site|de|IAB1-6|music,concert|DEU,CHE|0.70|2.0|22
Stilwerk|stilwerk-magazin.example|site|de|IAB18|fashion,beauty|DEU,CHE,AUT|0.74|3.0|28
Tierfreund|tierfreund.example|site|de|IAB16|dogs,cats|DEU,CHE|0.78|1.8|24
Stellenmarkt Jura|stellenmarkt-jura.example|site|de|IAB4|jobs,career|CHE|0.73|2.7|22
Wohnungssuche|wohnungssuche.example|site|de|IAB21|apartments,rent|CHE|0.75|3.1|34
Marktplatz Nord|marktplatz-nord.example|site|de|IAB22|classifieds,second hand|DEU|0.64|1.6|60
Kleinanzeiger|kleinanzeiger.example|site|de|IAB22|classifieds|CHE|0.66|1.7|52
Münchner Blick|muenchner-blick.example|site|de|IAB12|news,munich|DEU|0.73|3.0|44
Berliner Rundschau|berliner-rundschau.example|site|de|IAB12|news,berlin|DEU|0.72|3.1|58
Wiener Melange|wiener-melange.example|site|de|IAB12,IAB1|news,vienna,culture|AUT|0.74|2.9|46
Kreuzworträtsel|example.kreuzwort.raetsel|app|de|IAB9|puzzles,games|CHE,DEU,AUT|0.62|1.2|66
Vier gewinnt|example.viergewinnt.spiel|app|de|IAB9|games|DEU,CHE|0.52|0.9|70
Rezepte unterwegs|example.rezepte.unterwegs|app|de|IAB8|recipes,cooking|CHE,DEU|0.71|1.8|36
Klickbude|klickbude.example|site|de|IAB14|celebrities|DEU,CHE|0.38|0.6|58
Gratisspiele|gratisspiele.example|site|de|IAB9|games|DEU,CHE,AUT|0.44|0.5|62
`;

export const publishers: readonly Publisher[] = rows
  .trim()
  .split("\n")
  .map((row, index) => {
    const [
      name = "",
      domain = "",
      kind = "site",
      lang = "de",
      categories = "",
      keywords = "",
      home = "",
      seen,
      floor,
      weight,
    ] = row.split("|");
    return {
      id: `pub-${index + 1}`,
      name,
      domain,
      kind: kind as Publisher["kind"],
      lang,
      categories: categories.split(","),
      keywords: keywords.split(","),
      home: home.split(","),
      viewability: Number(seen),
      floor: Number(floor),
      weight: Number(weight),
    };
  });

/** The placements of a page or an app screen; lower ones are seen less. */
export type Placement = {
  id: string;
  width: number;
  height: number;
  seen: number;
  weight: number;
  also?: [number, number][];
};

const sitePlacements: Placement[] = [
  { id: "top", width: 994, height: 250, seen: 0.1, weight: 22, also: [[728, 90]] },
  { id: "leaderboard", width: 728, height: 90, seen: 0.05, weight: 22 },
  { id: "article", width: 300, height: 250, seen: 0, weight: 30 },
  { id: "sidebar", width: 300, height: 600, seen: 0.03, weight: 18, also: [[160, 600]] },
  { id: "sky", width: 160, height: 600, seen: -0.02, weight: 12 },
  { id: "below", width: 300, height: 250, seen: -0.3, weight: 14 },
];
const appPlacements: Placement[] = [
  { id: "card", width: 300, height: 250, seen: 0.02, weight: 40 },
  { id: "tall", width: 300, height: 600, seen: -0.05, weight: 10 },
  { id: "strip", width: 728, height: 90, seen: 0.04, weight: 10 },
];
export const placementsOf = (publisher: Publisher): readonly Placement[] =>
  publisher.kind === "site" ? sitePlacements : appPlacements;
