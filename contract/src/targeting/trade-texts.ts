/**
 * Everyday words for what an advertiser sells, in English and German, with the categories of the IAB Content Taxonomy
 * that suit it, the best first. The taxonomy names topics of pages, so few people find their trade in it by name.
 */
export type Trade = { categories: string[]; words: string[] };

const table = `
IAB8-8 IAB8 | bakery, baker, bread, pastry, cake, cakes, confectionery, patisserie, cupcake, cookies | Bäckerei, Bäcker, Brot, Konditorei, Confiserie, Kuchen, Torte, Torten, Gebäck, Backwaren, Zopf, Gipfeli, Patisserie, Guetzli
IAB8-9 IAB8 | restaurant, dinner, lunch, brunch, eating out, gastropub, bistro, brasserie, canteen, takeaway, fast food, burger, kebab | Restaurant, Gasthaus, Gasthof, Wirtschaft, Beiz, Gastronomie, Mittagessen, Abendessen, Brunch, Bistro, Imbiss, Takeaway, Burger, Kebab
IAB8-13 IAB8-9 IAB8 | pizza, pizzeria, pasta, gelato, italian food | Pizza, Pizzeria, Pasta, Gelateria, Italiener
IAB8-14 IAB8-9 IAB8 | sushi, ramen, japanese food | Sushi, Ramen, Japaner
IAB8-6 IAB8-9 IAB8 | cafe, coffee, coffee shop, espresso, tea, tea room, roastery | Café, Kaffee, Kaffeehaus, Kaffeerösterei, Espresso, Tee, Teehaus, Tearoom, Rösterei
IAB8-5 IAB8-9 IAB8 | bar, pub, beer, brewery, cocktail, distillery, spirits, nightclub | Bar, Pub, Bier, Brauerei, Cocktail, Brennerei, Schnaps, Spirituosen, Nachtclub
IAB8-18 IAB8 | wine, wines, winery, wine shop, vineyard, champagne, sommelier | Wein, Weine, Weingut, Weinhandlung, Vinothek, Rebberg, Winzer, Champagner, Weinkeller
IAB8 IAB8-2 | butcher, meat, sausage, delicatessen, cheese, cheesemaker, dairy, milk, fishmonger, seafood | Metzgerei, Metzger, Fleischerei, Fleisch, Wurst, Feinkost, Käse, Käserei, Molkerei, Milch, Fisch
IAB8 IAB8-12 IAB22 | grocery, groceries, supermarket, food, farm shop, fruit, vegetables, market, drinks, beverages | Lebensmittel, Supermarkt, Hofladen, Obst, Früchte, Gemüse, Markt, Dorfladen, Essen, Getränke
IAB8-8 IAB8 | chocolate, chocolatier, ice cream, sweets, candy, desserts | Schokolade, Chocolatier, Glace, Eis, Süssigkeiten, Praline, Pralinen, Dessert
IAB8-9 IAB10-2 IAB14-7 | catering, caterer, party service, event catering | Catering, Partyservice, Caterer, Apéro, Bankett
IAB10-4 IAB10 IAB14-7 | florist, flower, flowers, flower shop, bouquet, plants, garden centre, garden center, nursery garden | Blumen, Blume, Florist, Floristin, Blumenladen, Blumenstrauss, Pflanzen, Gartencenter, Gärtnerei
IAB10-8 IAB10-4 IAB10 | gardener, landscaping, landscaper, lawn, garden design, tree care | Gärtner, Gartenbau, Gartenpflege, Landschaftsgärtner, Rasen, Baumpflege, Garten
IAB10 IAB10-7 IAB10-9 | home, house, household, living | Haus, Zuhause, Daheim, Haushalt, Wohnen, Eigenheim
IAB10-7 IAB10 | furniture, furniture store, sofa, carpet, curtains, interior, interior designer, decoration, home decor, mattress, bed, lamps, lighting | Möbel, Möbelhaus, Sofa, Teppich, Vorhänge, Einrichtung, Inneneinrichtung, Innenausbau, Deko, Dekoration, Matratze, Bett, Betten, Lampen, Leuchten
IAB10-1 IAB10 | kitchen, kitchens, household appliances, fridge, washing machine, oven, vacuum cleaner | Küche, Küchen, Küchenbau, Haushaltgeräte, Kühlschrank, Waschmaschine, Backofen, Staubsauger
IAB10-9 IAB10-5 IAB3-5 | carpenter, joiner, builder, construction, construction company, renovation, roofer, roof, mason, tiles, floors, flooring, parquet, windows and doors, insulation, scaffolding | Schreinerei, Schreiner, Zimmerei, Zimmermann, Tischler, Bauunternehmen, Baufirma, Baugeschäft, Renovation, Renovierung, Umbau, Dachdecker, Dach, Maurer, Plattenleger, Fliesen, Boden, Parkett, Fenster, Türen, Isolation, Dämmung, Gerüstbau
IAB10-5 IAB10-9 IAB10 | plumber, plumbing, bathroom, heating, heat pump, electrician, locksmith, painter, handyman, craftsman, tradesman, chimney sweep, ventilation | Sanitär, Klempner, Spengler, Badezimmer, Bad, Heizung, Wärmepumpe, Elektriker, Elektroinstallateur, Schlüsseldienst, Maler, Handwerker, Hauswart, Kaminfeger, Lüftung, Installateur
IAB10-5 IAB10 | cleaning, cleaner, cleaning company, laundry, dry cleaning, housekeeping | Reinigung, Putzfrau, Putzinstitut, Reinigungsfirma, Wäscherei, Textilreinigung, Umzugsreinigung
IAB21-1 IAB10-5 IAB21 | moving, moving company, removals, relocation, storage | Umzug, Umzüge, Umzugsfirma, Zügelfirma, Umzugsunternehmen, Lagerraum
IAB3-8 IAB10-3 IAB10-9 | solar, photovoltaics, solar panels, renewable energy, recycling, sustainability, electricity supplier | Solar, Photovoltaik, Solaranlage, Erneuerbare Energie, Recycling, Entsorgung, Nachhaltigkeit, Stromanbieter, Energie
IAB7-17 IAB7 | dentist, dental, teeth, orthodontist, dental hygiene, dental clinic, implants, braces | Zahnarzt, Zahnärztin, Zahnarztpraxis, Zähne, Kieferorthopäde, Dentalhygiene, Zahnklinik, Implantate, Zahnspange
IAB7 IAB7-38 | doctor, physician, clinic, hospital, medical practice, medicine, health, health centre, gp | Arzt, Ärztin, Arztpraxis, Hausarzt, Klinik, Spital, Krankenhaus, Medizin, Gesundheit, Gesundheitszentrum, Praxis
IAB7-45 IAB6-7 IAB7 | gynaecologist, gynecologist, midwife, pregnancy, birth | Gynäkologe, Frauenarzt, Frauenärztin, Hebamme, Schwangerschaft, Geburt
IAB7-35 IAB6-2 IAB7 | paediatrician, pediatrician, children's doctor | Kinderarzt, Kinderärztin
IAB7-36 IAB7-33 IAB7 | physiotherapist, physiotherapy, physio, physical therapist, rehabilitation, back pain, osteopath, osteopathy, chiropractor | Physiotherapeut, Physiotherapie, Physio, Rehabilitation, Reha, Rückenschmerzen, Osteopathie, Osteopath, Chiropraktiker
IAB7-26 IAB7-5 IAB20-24 | massage, masseur, acupuncture, naturopath, homeopathy, alternative medicine, yoga, meditation, reiki | Massage, Masseur, Akupunktur, Naturheilpraxis, Heilpraktiker, Homöopathie, Alternativmedizin, TCM, Yoga, Meditation, Reiki
IAB7-37 IAB7-18 IAB7 | psychologist, psychotherapist, psychotherapy, therapist, counselling, counseling, coach, coaching, burnout | Psychologe, Psychologin, Psychotherapie, Psychotherapeut, Therapeut, Beratung, Coach, Coaching, Burnout
IAB7 IAB7-25 IAB7-15 | pharmacy, pharmacist, drugstore, chemist, medication, vitamins, supplements | Apotheke, Apotheker, Drogerie, Medikamente, Vitamine, Nahrungsergänzung
IAB18-6 IAB7 IAB18 | optician, glasses, eyeglasses, sunglasses, spectacles, contact lenses, eyewear, ophthalmologist | Optiker, Optik, Brille, Brillen, Sonnenbrille, Kontaktlinsen, Augenarzt, Augenoptiker
IAB7-16 IAB7-38 | hearing aid, hearing aids, audiologist, hearing | Hörgerät, Hörgeräte, Hörakustiker, Akustiker
IAB7-32 IAB7-44 IAB7 | nutritionist, dietician, nutrition, diet, weight loss | Ernährungsberatung, Ernährung, Diät, Abnehmen
IAB6-9 IAB7-38 IAB14-5 | care home, nursing home, home care, nurse, elderly care, retirement home, seniors | Altersheim, Pflegeheim, Spitex, Pflege, Pflegedienst, Alterspflege, Senioren, Seniorenresidenz, Betreuung
IAB18-1 IAB18 | hairdresser, hair salon, hair, haircut, barber, beauty salon, cosmetics, make-up, makeup, nails, nail studio, perfume, skin care, beautician, tanning | Coiffeur, Coiffeuse, Friseur, Frisör, Friseurin, Haare, Haarschnitt, Barbier, Barbershop, Kosmetik, Kosmetikstudio, Schönheitssalon, Make-up, Nägel, Nagelstudio, Parfum, Parfümerie, Hautpflege, Solarium
IAB18-2 IAB18 | tattoo, tattoo studio, piercing | Tattoo, Tätowierer, Tattoostudio, Piercing
IAB18-3 IAB18-5 IAB18 | fashion, clothes, clothing, clothing store, boutique, dress, suit, tailor, shoes, shoe shop, lingerie, jeans, fabric, sportswear | Mode, Kleider, Kleidung, Kleiderladen, Boutique, Kleid, Anzug, Schneider, Schneiderei, Schuhe, Schuhgeschäft, Schuhmacher, Unterwäsche, Jeans, Stoffe, Sportbekleidung
IAB18-4 IAB18-6 IAB14-7 | jeweller, jeweler, jewellery, jewelry, ring, rings, watch, watches, watchmaker, goldsmith, gold | Juwelier, Bijouterie, Schmuck, Ring, Ringe, Uhr, Uhren, Uhrmacher, Goldschmied, Gold
IAB18-6 IAB18 | bags, handbag, leather goods, accessories, luggage | Taschen, Handtasche, Lederwaren, Accessoires, Koffer
IAB2-2 IAB2 | garage, car repair, mechanic, car service, tyres, tires, bodywork, car wash, mot | Garage, Autogarage, Autowerkstatt, Werkstatt, Mechaniker, Autoservice, Pneu, Pneus, Reifen, Carrosserie, Karosserie, Autowäsche, Waschanlage, MFK
IAB2-3 IAB2 IAB2-10 | car, cars, car dealer, dealership, used cars, new cars, vehicle, leasing, suv, van | Auto, Autos, Autohändler, Autohaus, Occasion, Occasionen, Gebrauchtwagen, Neuwagen, Fahrzeug, Leasing, Wagen, Lieferwagen
IAB2-10 IAB2 | electric car, charging station, ev | Elektroauto, Ladestation, Wallbox
IAB2-15 IAB17-25 IAB2 | motorbike, motorcycle, scooter, moped | Motorrad, Töff, Roller, Vespa, Mofa
IAB2 IAB2-4 | driving school, driving lessons, driving licence, taxi, car rental, rental car | Fahrschule, Fahrlehrer, Führerschein, Führerausweis, Taxi, Autovermietung, Mietwagen
IAB17-3 IAB17-21 IAB17 | bicycle, bicycles, bike, bikes, bike shop, cycling, e-bike, mountain bike | Velo, Velos, Fahrrad, Fahrräder, Velogeschäft, Veloladen, E-Bike, Mountainbike, Radfahren, Rennvelo
IAB7-1 IAB7 IAB17 | fitness, fitness centre, fitness center, gym, personal trainer, workout, pilates, crossfit, aerobics, training | Fitness, Fitnesscenter, Fitnessstudio, Fitnessclub, Personal Trainer, Krafttraining, Turnen, Pilates, Crossfit, Training
IAB17 IAB17-44 | sport, sports, sports shop, sports club, sporting goods, club | Sport, Sportgeschäft, Sportverein, Sportartikel, Verein, Turnverein
IAB17-44 IAB17 | soccer, football club, football | Fussball, Fussballclub, Fussballverein
IAB17-35 IAB17-36 IAB20 | ski, skis, skiing, ski school, ski rental, snowboard, mountain railway, winter sports | Ski, Skifahren, Skischule, Skiverleih, Snowboard, Bergbahn, Seilbahn, Wintersport
IAB17-42 IAB17-8 IAB20-9 | hiking, outdoor, trekking, climbing, mountains | Wandern, Wanderung, Outdoor, Trekking, Klettern, Berge, Bergsport
IAB17-17 IAB17 IAB16-5 | horse riding, riding school, horse, horses, stable | Reiten, Reitschule, Pferd, Pferde, Reitstall
IAB17-20 IAB17-5 IAB7-1 | karate, judo, martial arts, boxing, self-defence | Karate, Judo, Kampfsport, Boxen, Selbstverteidigung
IAB20-18 IAB20 IAB20-5 | hotel, hotels, guesthouse, hostel, inn, accommodation, bed and breakfast, holiday apartment, holiday home | Hotel, Hotels, Pension, Herberge, Jugendherberge, Unterkunft, Übernachtung, Ferienwohnung, Ferienhaus, Gästehaus
IAB20 IAB20-14 IAB20-3 | travel, travel agency, holiday, holidays, vacation, trip, tour, flights, airline, tourism, tourist office | Reisebüro, Reise, Reisen, Ferien, Urlaub, Ausflug, Flug, Flüge, Fluggesellschaft, Tourismus, Städtereise
IAB20-24 IAB20 IAB18-1 | spa, wellness, sauna, thermal bath | Wellness, Spa, Sauna, Thermalbad, Therme
IAB20-9 IAB20 | camping, campsite, camper, motorhome, caravan | Camping, Campingplatz, Wohnmobil, Wohnwagen, Zelt
IAB20-12 IAB20 | cruise, boat trip, ship | Kreuzfahrt, Schiff, Schifffahrt
IAB21 IAB21-3 IAB21-1 | real estate, estate agent, realtor, property, apartment, flat, rent, house for sale, property management, letting | Immobilien, Immobilienmakler, Makler, Liegenschaft, Wohnung, Miete, Hauskauf, Eigentumswohnung, Liegenschaftsverwaltung, Hausverwaltung, Vermietung
IAB21-2 IAB10-9 IAB21 | architect, architecture, architects, planning office | Architekt, Architektin, Architektur, Architekturbüro, Bauplanung
IAB11-2 IAB11 | lawyer, law firm, attorney, solicitor, legal, legal advice, notary, law, mediation | Anwalt, Anwältin, Rechtsanwalt, Anwaltskanzlei, Kanzlei, Rechtsberatung, Recht, Notar, Notariat, Mediation
IAB13-12 IAB13 IAB3 | accountant, accounting, bookkeeping, tax, taxes, tax advisor, tax return, fiduciary, auditor | Treuhand, Treuhänder, Buchhaltung, Buchhalter, Steuern, Steuererklärung, Steuerberater, Steuerberatung, Revision
IAB13-6 IAB13 | insurance, insurer, health insurance, broker | Versicherung, Versicherungen, Krankenkasse, Versicherungsmakler, Versicherungsberater
IAB13 IAB13-4 IAB13-2 | bank, banking, finance, financial advisor, mortgage, loan, credit, pension, wealth management | Bank, Finanzen, Finanzberatung, Hypothek, Kredit, Darlehen, Vorsorge, Vermögensverwaltung, Sparen
IAB13-7 IAB13-11 IAB13 | investment, shares, stocks, funds, crypto | Anlage, Investition, Aktien, Fonds, Börse, Krypto
IAB3 IAB3-11 | business, consulting, consultant, management consulting, startup, office, office supplies, company, b2b | Firma, Unternehmen, Unternehmensberatung, Beratungsfirma, Startup, Büro, Büromaterial, Gewerbe, KMU
IAB3-1 IAB3-11 IAB19-34 | advertising agency, advertising, marketing, agency, graphic designer, printing, print shop, signs, pr | Werbeagentur, Werbung, Marketing, Agentur, Grafiker, Grafik, Druckerei, Beschriftung, Copyshop
IAB3-10 IAB3 | logistics, transport, freight, courier, haulage, parcel | Logistik, Transport, Spedition, Kurier, Fracht, Paket
IAB3-2 IAB3 | farm, farmer, agriculture, tractor | Bauernhof, Bauer, Landwirt, Landwirtschaft, Traktor
IAB3-12 IAB3 | metalworking, machines, mechanical engineering, industry, locksmithing, welding | Metallbau, Schlosserei, Maschinen, Maschinenbau, Industrie, Mechanik, Schweissen
IAB4-5 IAB4 IAB3-9 | jobs, job, vacancy, vacancies, recruitment, recruiting, staffing, temp agency, career, apprenticeship | Job, Jobs, Stelle, Stellen, Stellenangebote, Personalvermittlung, Temporärbüro, Karriere, Lehrstelle, Lehre
IAB5 IAB5-2 | school, course, courses, education, training course, further education, tutoring, university, college, seminar | Schule, Kurs, Kurse, Bildung, Weiterbildung, Nachhilfe, Universität, Hochschule, Ausbildung, Seminar
IAB5-8 IAB5 IAB5-2 | language school, language course, english course, german course | Sprachschule, Sprachkurs, Englischkurs, Deutschkurs
IAB6-3 IAB6-2 IAB6 | kindergarten, daycare, creche, nursery, childcare, playgroup, babysitter | Kita, Krippe, Kindergarten, Kinderbetreuung, Spielgruppe, Tagesmutter, Babysitter
IAB6 IAB6-2 IAB9-5 | family, children, kids, toys, toy shop, baby, pram, children's clothes | Familie, Kinder, Kind, Spielzeug, Spielwaren, Spielwarenladen, Baby, Kinderwagen, Kinderkleider
IAB1-6 IAB9-16 IAB5 | music school, piano, guitar, musical instruments, concert, band, choir, music lessons | Musikschule, Klavier, Gitarre, Musikinstrumente, Konzert, Band, Chor, Musikunterricht
IAB1 IAB1-3 | theatre, theater, museum, art, gallery, culture, exhibition, dance, dance school, ballet, opera, festival, event | Theater, Museum, Kunst, Galerie, Kultur, Ausstellung, Tanz, Tanzschule, Ballett, Oper, Festival, Veranstaltung, Anlass
IAB1-5 IAB1 | cinema, film, movie | Kino, Film
IAB1-1 IAB1 | bookshop, bookstore, books, book, library, publisher | Buchhandlung, Buchladen, Bücher, Buch, Bibliothek, Verlag
IAB9-23 IAB19-5 IAB14-7 | photographer, photo studio, photography, photo, camera | Fotograf, Fotografin, Fotostudio, Fotografie, Foto, Kamera
IAB9-2 IAB9-21 IAB9 | crafts, knitting, wool, sewing, hobby, pottery, stationery | Basteln, Stricken, Wolle, Nähen, Nähmaschine, Hobby, Töpfern, Papeterie, Handarbeit
IAB9-30 IAB9-5 IAB9 | games, gaming, video games, board games, escape room | Spiele, Gaming, Videospiele, Brettspiele, Escape Room, Game
IAB14-7 IAB14-4 IAB14 | wedding, weddings, bride, wedding dress, wedding planner | Hochzeit, Hochzeiten, Braut, Brautkleid, Brautmode, Hochzeitsplaner, Trauung
IAB14 IAB14-5 | funeral, undertaker, charity, association, foundation, donation, church | Bestattung, Bestatter, Hilfswerk, Stiftung, Spende, Spenden, Kirche
IAB14-1 IAB14 | dating, singles, matchmaking | Partnervermittlung, Singles, Dating
IAB16-7 IAB16 | vet, veterinarian, veterinary, animal clinic | Tierarzt, Tierärztin, Tierklinik, Tierarztpraxis
IAB16 IAB16-4 IAB16-3 | pet shop, pet, pets, dog, dogs, cat, cats, dog food, animal, dog school, dog grooming | Haustier, Haustiere, Tier, Tiere, Zoohandlung, Tierhandlung, Hund, Hunde, Katze, Katzen, Hundefutter, Tierfutter, Hundeschule, Hundesalon
IAB19 IAB19-27 IAB19-18 | computer, computers, it, it support, computer repair, laptop, software, electronics, internet provider | Computer, Informatik, IT, IT-Support, Computerreparatur, Laptop, Software, Elektronik, Internetanbieter
IAB19-6 IAB19 | phone, mobile phone, smartphone, phone repair, telecom | Handy, Smartphone, Telefon, Natel, Handyreparatur, Mobilfunk
IAB19-34 IAB3-11 IAB19 | web design, web designer, website, web agency, online shop, app developer, seo | Webdesign, Webdesigner, Website, Webseite, Webagentur, Webshop, App, Programmierer, SEO
IAB19-25 IAB10-5 IAB19 | security, alarm, alarm system, data protection | Sicherheit, Alarmanlage, Datenschutz, Sicherheitsdienst
IAB10-6 IAB1-7 IAB19 | television, tv, hi-fi, radio and tv | Fernseher, TV, Hi-Fi, Radio und TV
IAB22 IAB22-2 | shop, store, shopping, department store, shopping centre, shopping mall, discount, sale, gift, gifts, souvenirs, second hand, brocante, flea market | Laden, Geschäft, Einkaufen, Warenhaus, Einkaufszentrum, Rabatt, Aktion, Ausverkauf, Geschenk, Geschenke, Souvenirs, Secondhand, Brockenhaus, Flohmarkt
IAB11-4 IAB12 IAB11 | politics, party politics, election, vote, referendum | Politik, Partei, Wahlen, Abstimmung, Initiative
IAB12 IAB12-3 | newspaper, magazine, news, radio station, local | Zeitung, Zeitschrift, Magazin, Nachrichten, Lokal, Regional
IAB23 IAB23-5 | religion, spirituality, faith | Religion, Spiritualität, Glaube
`;

/** Trades in both languages together: people write English words on a German screen and the other way round. */
export const trades: Trade[] = table
  .trim()
  .split("\n")
  .map((row) => {
    const [categories = "", english = "", german = ""] = row.split(" | ");
    return { categories: categories.split(" "), words: [...new Set([...english.split(", "), ...german.split(", ")])] };
  });
