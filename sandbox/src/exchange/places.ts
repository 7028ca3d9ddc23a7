/** Where visitors are. Weight is about the population in thousands. */
export type Place = {
  city: string;
  /** ISO 3166-1 alpha-3, as OpenRTB writes countries. */
  country: "CHE" | "DEU" | "AUT" | "LIE";
  /** ISO 3166-2 without the country, as OpenRTB writes regions. */
  region: string;
  zip: string;
  lat: number;
  lon: number;
  lang: string;
  weight: number;
};

const rows = `
Zürich|CHE|ZH|8001|47.3667|8.5500|de|440
Bern|CHE|BE|3011|46.9481|7.4474|de|420
Basel|CHE|BS|4051|47.5584|7.5733|de|180
Genève|CHE|GE|1201|46.2022|6.1457|fr|205
Lausanne|CHE|VD|1003|46.5160|6.6328|fr|140
Winterthur|CHE|ZH|8400|47.5056|8.7241|de|115
Luzern|CHE|LU|6003|47.0505|8.3064|de|85
Sankt Gallen|CHE|SG|9000|47.4239|9.3748|de|78
Lugano|CHE|TI|6900|46.0101|8.9600|it|65
Biel/Bienne|CHE|BE|2502|47.1324|7.2441|de|120
Thun|CHE|BE|3600|46.7512|7.6217|de|130
Köniz|CHE|BE|3098|46.9244|7.4146|de|110
Fribourg|CHE|FR|1700|46.8024|7.1513|fr|40
Schaffhausen|CHE|SH|8200|47.6973|8.6349|de|37
Chur|CHE|GR|7000|46.8499|9.5329|de|38
Neuchâtel|CHE|NE|2000|46.9918|6.9310|fr|34
Sion|CHE|VS|1950|46.2274|7.3556|fr|35
Zug|CHE|ZG|6300|47.1724|8.5174|de|31
Aarau|CHE|AG|5000|47.3925|8.0442|de|22
Baden|CHE|AG|5400|47.4733|8.3059|de|20
Olten|CHE|SO|4600|47.3500|7.9033|de|19
Solothurn|CHE|SO|4500|47.2079|7.5371|de|40
Burgdorf|CHE|BE|3400|47.0590|7.6279|de|45
Langenthal|CHE|BE|4900|47.2153|7.7961|de|16
Interlaken|CHE|BE|3800|46.6863|7.8632|de|20
Münsingen|CHE|BE|3110|46.8730|7.5610|de|35
Lyss|CHE|BE|3250|47.0741|7.3065|de|30
Murten|CHE|FR|3280|46.9283|7.1172|de|18
Frauenfeld|CHE|TG|8500|47.5582|8.8985|de|26
Davos|CHE|GR|7270|46.8043|9.8372|de|11
Vaduz|LIE|11|9490|47.1415|9.5215|de|6
München|DEU|BY|80331|48.1374|11.5755|de|300
Berlin|DEU|BE|10115|52.5244|13.4105|de|420
Hamburg|DEU|HH|20095|53.5753|10.0153|de|240
Köln|DEU|NW|50667|50.9333|6.9500|de|180
Frankfurt am Main|DEU|HE|60311|50.1155|8.6842|de|140
Stuttgart|DEU|BW|70173|48.7823|9.1770|de|150
Freiburg|DEU|BW|79098|47.9959|7.8522|de|90
Konstanz|DEU|BW|78462|47.6603|9.1758|de|40
Nürnberg|DEU|BY|90402|49.4542|11.0775|de|80
Leipzig|DEU|SN|04109|51.3396|12.3713|de|80
Wien|AUT|9|1010|48.2085|16.3721|de|260
Salzburg|AUT|5|5020|47.7994|13.0440|de|50
Innsbruck|AUT|7|6020|47.2627|11.3945|de|45
Graz|AUT|6|8010|47.0667|15.4500|de|60
Bregenz|AUT|8|6900|47.5031|9.7471|de|18
Dornbirn|AUT|8|6850|47.4143|9.7420|de|17
`;

export const places: readonly Place[] = rows
  .trim()
  .split("\n")
  .map((row) => {
    const [city = "", country = "CHE", region = "", zip = "", lat = "0", lon = "0", lang = "de", weight = "1"] =
      row.split("|");
    return {
      city,
      country: country as Place["country"],
      region,
      zip,
      lat: Number(lat),
      lon: Number(lon),
      lang,
      weight: Number(weight),
    };
  });
