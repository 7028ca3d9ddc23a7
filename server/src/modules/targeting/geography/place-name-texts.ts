/**
 * Names of places in other languages, by country and the name that the gazetteer lists: German, French, Italian, English
 * and local ones. Names that differ only in accents or case need no entry.
 */
const cities = `
CH Zürich: Zurigo
CH Genève: Genf, Ginevra
CH Basel: Bâle, Basilea, Basle
CH Bern: Berne, Berna
CH Lausanne: Losanna
CH Sankt Gallen: Saint-Gall, San Gallo, St Gallen, Sankt Gallen
CH Luzern: Lucerne, Lucerna
CH Schaffhausen: Schaffhouse, Sciaffusa
CH Fribourg: Freiburg, Friburgo, Freiburg im Üechtland
CH Neuchâtel: Neuenburg
CH Chur: Coire, Coira, Cuira
CH Sitten: Sion, Seduno
CH Solothurn: Soleure, Soletta
CH Zug: Zoug, Zugo
CH Glarus: Glaris, Glarona
CH Delémont: Delsberg
CH Porrentruy: Pruntrut
CH Moutier: Münster
CH Payerne: Peterlingen
CH Murten/Morat: Morat
CH Avenches: Wifflisburg
CH Sierre: Siders
CH Visp: Viège
CH Leuk: Loèche
CH Brig: Brigue, Briga
CH Martigny-Ville: Martigny, Martinach
CH Aigle: Aelen
CH Vevey: Vivis
CH Nyon: Neuss
CH Bulle: Boll
CH Yverdon-les-Bains: Yverdon, Iferten, Ifferten
CH Grenchen: Granges
CH La Neuveville: Neuenstadt
CH Thun: Thoune
CH St. Moritz: Sankt Moritz, Saint-Moritz, San Murezzan
CH Burgdorf: Berthoud
DE Munich: München, Muenchen, Monaco di Baviera
DE Köln: Cologne, Colonia, Koeln
DE Nürnberg: Nuremberg, Nuernberg, Norimberga
DE Hannover: Hanover, Hanovre
DE Braunschweig: Brunswick
DE Aachen: Aix-la-Chapelle, Aquisgrana
DE Mainz: Mayence, Magonza
DE Trier: Trèves, Treviri
DE Konstanz: Constance, Costanza
DE Freiburg: Freiburg im Breisgau, Fribourg-en-Brisgau, Friburgo
DE Koblenz: Coblence
DE Regensburg: Ratisbon, Ratisbonne
DE Dresden: Dresde
DE Hamburg: Hambourg, Amburgo
DE Bremen: Brême
DE Frankfurt am Main: Frankfurt, Francfort, Francoforte
DE Berlin: Berlino
DE Stuttgart: Stoccarda
AT Vienna: Wien, Vienne
AT Salzburg: Salzbourg, Salisburgo
FR Paris: Parigi
FR Strasbourg: Strassburg, Straßburg, Strasburgo
FR Mulhouse: Mülhausen, Mulhausen
FR Nice: Nizza
FR Marseille: Marseilles, Marsiglia
FR Lyon: Lyons, Lione
FR Dunkerque: Dunkirk, Dünkirchen
IT Milan: Mailand, Milano
IT Turin: Torino
IT Rome: Rom, Roma
IT Venice: Venedig, Venezia, Venise
IT Florence: Florenz, Firenze
IT Naples: Neapel, Napoli
IT Genoa: Genua, Genova, Gênes
IT Padova: Padua, Padoue
IT Mantova: Mantua, Mantoue
IT Trento: Trient
IT Bolzano: Bozen
IT Merano: Meran
IT Bressanone: Brixen
IT Brunico: Bruneck
IT Trieste: Triest
IT Como: Côme
IT Livorno: Leghorn
IT Siracusa: Syrakus, Syracuse
BE Brussels: Brüssel, Bruxelles, Brussel
BE Antwerpen: Antwerp, Anvers
BE Gent: Ghent, Gand
BE Brugge: Bruges, Brügge
BE Liège: Lüttich, Luik
BE Mechelen: Mecheln, Malines
BE Leuven: Löwen, Louvain
BE Kortrijk: Courtrai
BE Mons: Bergen
BE Namur: Namen
NL The Hague: Den Haag, La Haye
NL Nijmegen: Nimwegen
LU Luxembourg: Luxemburg, Lussemburgo, Lëtzebuerg
GB London: Londres, Londra
DK Copenhagen: Kopenhagen, København, Copenhague
DK Århus: Aarhus
SE Göteborg: Gothenburg
FI Helsinki: Helsingfors
FI Turku: Åbo
PL Warsaw: Warschau, Warszawa, Varsovie
PL Kraków: Krakau, Cracow
PL Wrocław: Breslau, Wroclaw
PL Gdańsk: Danzig
PL Szczecin: Stettin
PL Poznań: Posen
PL Łódź: Lodz, Lodsch
PL Katowice: Kattowitz
CZ Prague: Prag, Praha
CZ Brno: Brünn
CZ Karlovy Vary: Karlsbad
CZ Pilsen: Plzeň
SK Bratislava: Pressburg
SK Košice: Kaschau
HU Pécs: Fünfkirchen
HU Győr: Raab
SI Ljubljana: Laibach
SI Maribor: Marburg
HR Zagreb: Agram
HR Dubrovnik: Ragusa
HR Split: Spalato
RO Bucharest: Bukarest, București
RO Sibiu: Hermannstadt
RO Braşov: Kronstadt
RO Cluj-Napoca: Klausenburg
RO Timişoara: Temeswar
RS Belgrade: Belgrad, Beograd
GR Athens: Athen, Athína
GR Thessaloníki: Thessaloniki, Saloniki
PT Lisbon: Lissabon, Lisboa
PT Porto: Oporto
ES Sevilla: Seville
ES Zaragoza: Saragossa
ES Donostia / San Sebastián: San Sebastian, Donostia
RU Moscow: Moskau, Moskva
RU Saint Petersburg: Sankt Petersburg, St. Petersburg
UA Kyiv: Kiev, Kiew
UA Lviv: Lemberg
EG Cairo: Kairo
DZ Algiers: Algier
MA Marrakesh: Marrakesch
CN Beijing: Peking
JP Tokyo: Tokio
IN New Delhi: Neu-Delhi
SG Singapore: Singapur
US New York City: New York
MX Mexico City: Mexiko-Stadt, Ciudad de México
CU Havana: Havanna
ZA Cape Town: Kapstadt
`;

const regions = `
CH-BE: Berne, Berna
CH-FR: Freiburg, Friburgo
CH-GE: Genf, Geneva, Ginevra
CH-GR: Grisons, Grigioni, Grischun
CH-LU: Lucerne, Lucerna
CH-NE: Neuenburg
CH-SG: St. Gallen, St Gallen, Saint-Gall, San Gallo
CH-SH: Schaffhouse
CH-SO: Soleure
CH-TG: Thurgovie
CH-TI: Tessin
CH-VD: Waadt, Waadtland
CH-VS: Wallis, Vallese
CH-ZG: Zoug
CH-ZH: Zurigo
CH-AG: Argovie, Argovia
CH-BL: Baselland, Baselbiet, Bâle-Campagne
CH-BS: Bâle-Ville
DE-BY: Bavaria, Bavière, Baviera
DE-HE: Hesse
DE-NI: Lower Saxony
DE-NW: North Rhine-Westphalia, NRW
DE-RP: Rhineland-Palatinate
DE-SN: Saxony
DE-ST: Saxony-Anhalt
DE-TH: Thuringia
AT-2: Carinthia
AT-3: Lower Austria
AT-4: Upper Austria
AT-6: Styria
AT-7: Tyrol
AT-9: Vienna
FR-BRE: Brittany
FR-NOR: Normandy
FR-20R: Corsica, Korsika
IT-21: Piedmont, Piemont
IT-23: Aosta Valley, Aostatal
IT-25: Lombardy, Lombardei
IT-32: South Tyrol, Südtirol
IT-34: Venetien
IT-42: Ligurien
IT-52: Tuscany, Toskana
IT-75: Apulia, Apulien
IT-82: Sicily, Sizilien
IT-88: Sardinia, Sardinien
`;

const listOf = (table: string, keyOf: (place: string) => string): Map<string, string[]> =>
  new Map(
    table
      .trim()
      .split("\n")
      .map((row) => {
        const [place = "", names = ""] = row.split(": ");
        return [keyOf(place), names.split(", ")];
      }),
  );

const cityNames = listOf(cities, (place) => place);
const regionNames = listOf(regions, (code) => code);

/** Further names of a city, by its country and its name in the gazetteer. "Biel/Bienne" has those of both halves. */
export const otherCityNames = (country: string, listed: string): string[] => [
  ...(cityNames.get(`${country} ${listed}`) ?? []),
  ...(listed.includes("/") ? listed.split("/").map((half) => half.trim()) : []),
];

/** Further names of a region, by its code of ISO 3166-2. */
export const otherRegionNames = (code: string): string[] => regionNames.get(code) ?? [];

const languages = ["de", "fr", "it"].map((language) => new Intl.DisplayNames([language], { type: "region" }));

/** The names of a country in German, French and Italian. */
export const otherCountryNames = (code: string): string[] => languages.flatMap((names) => names.of(code) ?? []);
