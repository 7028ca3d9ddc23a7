export type Country = "AT" | "CH" | "DE" | "LI";

export type Place = {
  /** The English name used by geolocation services. */
  city: string;
  country: Country;
  /** ISO 3166-2. */
  region: string;
  latitude: number;
  longitude: number;
  /** The relative number of visitors from here. */
  weight: number;
  zips: string[];
};

/** OpenRTB uses three-letter country codes. */
export const alpha3: Record<Country, string> = { AT: "AUT", CH: "CHE", DE: "DEU", LI: "LIE" };

const rows = `
Zurich|CH-ZH|47.3769|8.5417|440|8001 8004 8005 8032 8045 8050 8057
Winterthur|CH-ZH|47.5001|8.7240|115|8400 8404 8406
Uster|CH-ZH|47.3471|8.7209|36|8610
Bern|CH-BE|46.9480|7.4474|220|3005 3007 3011 3013 3014 3018
Thun|CH-BE|46.7580|7.6280|70|3600 3604
Biel/Bienne|CH-BE|47.1368|7.2468|80|2502 2503 2504
Köniz|CH-BE|46.9244|7.4146|60|3098
Lyss|CH-BE|47.0741|7.3065|15|3250
Burgdorf|CH-BE|47.0590|7.6279|25|3400
Basel|CH-BS|47.5596|7.5886|178|4051 4052 4053 4056 4057
Liestal|CH-BL|47.4846|7.7345|15|4410
Lucerne|CH-LU|47.0502|8.3093|83|6003 6004 6005 6006
St. Gallen|CH-SG|47.4245|9.3767|77|9000 9008 9014
Rapperswil-Jona|CH-SG|47.2256|8.8223|28|8640 8645
Chur|CH-GR|46.8499|9.5329|39|7000
Davos|CH-GR|46.8043|9.8372|11|7260 7270
Aarau|CH-AG|47.3925|8.0442|22|5000 5004
Baden|CH-AG|47.4733|8.3059|23|5400
Solothurn|CH-SO|47.2088|7.5323|17|4500
Olten|CH-SO|47.3500|7.9033|19|4600
Zug|CH-ZG|47.1662|8.5155|31|6300
Schaffhausen|CH-SH|47.6960|8.6350|37|8200
Frauenfeld|CH-TG|47.5558|8.8964|26|8500
Herisau|CH-AR|47.3862|9.2792|16|9100
Schwyz|CH-SZ|47.0207|8.6541|15|6430
Glarus|CH-GL|47.0406|9.0680|13|8750
Stans|CH-NW|46.9581|8.3659|9|6370
Altdorf|CH-UR|46.8804|8.6444|10|6460
Geneva|CH-GE|46.2044|6.1432|205|1201 1204 1205 1207 1227
Lausanne|CH-VD|46.5197|6.6323|140|1003 1004 1006 1018
Yverdon-les-Bains|CH-VD|46.7785|6.6411|30|1400
Fribourg|CH-FR|46.8065|7.1620|38|1700
Neuchâtel|CH-NE|46.9900|6.9293|45|2000
Delémont|CH-JU|47.3646|7.3445|13|2800
Sion|CH-VS|46.2331|7.3606|35|1950
Visp|CH-VS|46.2937|7.8816|8|3930
Lugano|CH-TI|46.0037|8.9511|63|6900 6962
Bellinzona|CH-TI|46.1946|9.0244|44|6500
Vaduz|LI|47.1410|9.5209|6|9490
Schaan|LI|47.1650|9.5087|6|9494
Berlin|DE-BE|52.5200|13.4050|360|10115 10245 10435 10999 12047
Hamburg|DE-HH|53.5511|9.9937|185|20095 20357 22087
Munich|DE-BY|48.1351|11.5820|150|80331 80469 81541 80796
Nuremberg|DE-BY|49.4521|11.0767|52|90402 90403
Augsburg|DE-BY|48.3705|10.8978|30|86150
Cologne|DE-NW|50.9375|6.9603|108|50667 50823
Düsseldorf|DE-NW|51.2277|6.7735|62|40213
Frankfurt am Main|DE-HE|50.1109|8.6821|76|60311 60316
Stuttgart|DE-BW|48.7758|9.1829|63|70173 70197
Freiburg|DE-BW|47.9990|7.8421|40|79098 79102
Konstanz|DE-BW|47.6779|9.1732|22|78462
Ulm|DE-BW|48.4011|9.9876|18|89073
Hanover|DE-NI|52.3759|9.7320|54|30159
Bremen|DE-HB|53.0793|8.8017|56|28195
Leipzig|DE-SN|51.3397|12.3731|60|04109 04229
Dresden|DE-SN|51.0504|13.7373|55|01067
Vienna|AT-9|48.2082|16.3738|195|1010 1020 1070 1100 1160
Graz|AT-6|47.0707|15.4395|29|8010 8020
Linz|AT-4|48.3069|14.2858|21|4020
Salzburg|AT-5|47.8095|13.0550|16|5020
Innsbruck|AT-7|47.2692|11.4041|13|6020
Bregenz|AT-8|47.5031|9.7471|6|6900
Dornbirn|AT-8|47.4125|9.7417|7|6850
Klagenfurt|AT-2|46.6365|14.3122|10|9020`;

const figures = (text: string): number => Number(text);

export const places: Place[] = rows
  .trim()
  .split("\n")
  .map((row) => {
    const [city = "", region = "", latitude = "", longitude = "", weight = "", zips = ""] = row.split("|");
    return {
      city,
      country: region.slice(0, 2) as Country,
      region: region.includes("-") ? region : "",
      latitude: figures(latitude),
      longitude: figures(longitude),
      weight: figures(weight),
      zips: zips.split(" "),
    };
  });

const french = new Set(["CH-FR", "CH-GE", "CH-JU", "CH-NE", "CH-VD"]);

/** The majority language at a place; the Lower Valais speaks French, the Upper German. */
export function languageAt({ region, city, longitude }: Place): "de" | "fr" | "it" {
  if (region === "CH-TI") return "it";
  const isLowerValais = region === "CH-VS" && longitude < 7.6 && city !== "Visp";
  return french.has(region) || isLowerValais ? "fr" : "de";
}
