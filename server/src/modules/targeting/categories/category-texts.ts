import type { ByLanguage, Translated } from "@litfass/contract/kernel/language";

/** A group with its children, separated by `|`. */
type ContentCategory = { name: ByLanguage<string>; children: Translated<string> };

/**
 * The category tree of the IAB Content Taxonomy 1.0 (IAB Technology Laboratory, CC BY 3.0), which exchanges send as
 * `site.cat` and `app.cat`. Codes follow from the order: the second entry of the first group is IAB1-2. Omits the
 * groups of non-standard and illegal content.
 */
export const contentCategories: ContentCategory[] = [
  {
    name: {
      en: "Arts & Entertainment",
      de: "Kunst & Unterhaltung",
      fr: "Arts et divertissement",
      it: "Arte e intrattenimento",
    },
    children: {
      en: "Books & Literature|Celebrity Fan/Gossip|Fine Art|Humor|Movies|Music|Television",
      de: "Bücher & Literatur|Prominente & Klatsch|Bildende Kunst|Humor|Filme|Musik|Fernsehen",
    },
  },
  {
    name: { en: "Automotive", de: "Auto & Mobilität", fr: "Automobile", it: "Auto e mobilità" },
    children: {
      en: "Auto Parts|Auto Repair|Buying/Selling Cars|Car Culture|Certified Pre-Owned|Convertible|Coupe|Crossover|Diesel|Electric Vehicle|Hatchback|Hybrid|Luxury|MiniVan|Motorcycles|Off-Road Vehicles|Performance Vehicles|Pickup|Road-Side Assistance|Sedan|Trucks & Accessories|Vintage Cars|Wagon",
      de: "Autoteile|Autoreparatur|Autokauf & -verkauf|Autokultur|Zertifizierte Gebrauchtwagen|Cabriolets|Coupés|Crossover|Diesel|Elektroautos|Schräghecklimousinen|Hybridautos|Luxusautos|Minivans|Motorräder|Geländewagen|Sportwagen|Pick-ups|Pannenhilfe|Limousinen|Lastwagen & Zubehör|Oldtimer|Kombis",
    },
  },
  {
    name: { en: "Business", de: "Wirtschaft", fr: "Économie", it: "Economia" },
    children: {
      en: "Advertising|Agriculture|Biotech/Biomedical|Business Software|Construction|Forestry|Government|Green Solutions|Human Resources|Logistics|Marketing|Metals",
      de: "Werbung|Landwirtschaft|Biotechnologie|Unternehmenssoftware|Bauwesen|Forstwirtschaft|Behörden|Nachhaltige Lösungen|Personalwesen|Logistik|Marketing|Metalle",
    },
  },
  {
    name: { en: "Careers", de: "Beruf & Karriere", fr: "Métiers et carrière", it: "Professione e carriera" },
    children: {
      en: "Career Planning|College|Financial Aid|Job Fairs|Job Search|Resume Writing/Advice|Nursing|Scholarships|Telecommuting|U.S. Military|Career Advice",
      de: "Karriereplanung|Hochschule|Stipendien & Beihilfen|Jobmessen|Stellensuche|Lebenslauf & Bewerbung|Pflegeberufe|Stipendien|Homeoffice|US-Militär|Berufsberatung",
    },
  },
  {
    name: { en: "Education", de: "Bildung", fr: "Formation", it: "Formazione" },
    children: {
      en: "7-12 Education|Adult Education|Art History|College Administration|College Life|Distance Learning|English as a 2nd Language|Language Learning|Graduate School|Homeschooling|Homework/Study Tips|K-6 Educators|Private School|Special Education|Studying Business",
      de: "Mittelschule|Erwachsenenbildung|Kunstgeschichte|Hochschulverwaltung|Studentenleben|Fernstudium|Englisch als Zweitsprache|Sprachen lernen|Masterstudium|Hausunterricht|Hausaufgaben & Lerntipps|Lehrkräfte der Primarschule|Privatschulen|Sonderpädagogik|Wirtschaftsstudium",
    },
  },
  {
    name: { en: "Family & Parenting", de: "Familie & Kinder", fr: "Famille et enfants", it: "Famiglia e bambini" },
    children: {
      en: "Adoption|Babies & Toddlers|Daycare/Pre School|Family Internet|Parenting - K-6 Kids|Parenting teens|Pregnancy|Special Needs Kids|Eldercare",
      de: "Adoption|Babys & Kleinkinder|Kita & Kindergarten|Internet für Familien|Erziehung von Schulkindern|Erziehung von Teenagern|Schwangerschaft|Kinder mit besonderen Bedürfnissen|Betreuung älterer Menschen",
    },
  },
  {
    name: { en: "Health & Fitness", de: "Gesundheit & Fitness", fr: "Santé et fitness", it: "Salute e fitness" },
    children: {
      en: "Exercise|A.D.D.|AIDS/HIV|Allergies|Alternative Medicine|Arthritis|Asthma|Autism/PDD|Bipolar Disorder|Brain Tumor|Cancer|Cholesterol|Chronic Fatigue Syndrome|Chronic Pain|Cold & Flu|Deafness|Dental Care|Depression|Dermatology|Diabetes|Epilepsy|GERD/Acid Reflux|Headaches/Migraines|Heart Disease|Herbs for Health|Holistic Healing|IBS/Crohn's Disease|Incest/Abuse Support|Incontinence|Infertility|Men's Health|Nutrition|Orthopedics|Panic/Anxiety Disorders|Pediatrics|Physical Therapy|Psychology/Psychiatry|Senior Health|Sexuality|Sleep Disorders|Smoking Cessation|Substance Abuse|Thyroid Disease|Weight Loss|Women's Health",
      de: "Training|ADS|Aids & HIV|Allergien|Alternativmedizin|Arthritis|Asthma|Autismus|Bipolare Störung|Hirntumore|Krebs|Cholesterin|Chronisches Erschöpfungssyndrom|Chronische Schmerzen|Erkältung & Grippe|Gehörlosigkeit|Zahnpflege|Depression|Hautkrankheiten|Diabetes|Epilepsie|Sodbrennen & Reflux|Kopfschmerzen & Migräne|Herzkrankheiten|Heilkräuter|Ganzheitliche Heilkunde|Reizdarm & Morbus Crohn|Hilfe bei Missbrauch|Inkontinenz|Unfruchtbarkeit|Männergesundheit|Ernährung|Orthopädie|Panik & Angststörungen|Kinderheilkunde|Physiotherapie|Psychologie & Psychiatrie|Gesundheit im Alter|Sexualität|Schlafstörungen|Rauchstopp|Suchtmittel|Schilddrüse|Abnehmen|Frauengesundheit",
    },
  },
  {
    name: { en: "Food & Drink", de: "Essen & Trinken", fr: "Cuisine et boissons", it: "Cucina e bevande" },
    children: {
      en: "American Cuisine|Barbecues & Grilling|Cajun/Creole|Chinese Cuisine|Cocktails/Beer|Coffee/Tea|Cuisine-Specific|Desserts & Baking|Dining Out|Food Allergies|French Cuisine|Health/Lowfat Cooking|Italian Cuisine|Japanese Cuisine|Mexican Cuisine|Vegan|Vegetarian|Wine",
      de: "Amerikanische Küche|Grillen|Cajun & kreolische Küche|Chinesische Küche|Cocktails & Bier|Kaffee & Tee|Landesküchen|Desserts & Backen|Essen gehen|Lebensmittelallergien|Französische Küche|Gesunde & leichte Küche|Italienische Küche|Japanische Küche|Mexikanische Küche|Vegan|Vegetarisch|Wein",
    },
  },
  {
    name: {
      en: "Hobbies & Interests",
      de: "Hobby & Interessen",
      fr: "Loisirs et centres d’intérêt",
      it: "Hobby e interessi",
    },
    children: {
      en: "Art/Technology|Arts & Crafts|Beadwork|Birdwatching|Board Games/Puzzles|Candle & Soap Making|Card Games|Chess|Cigars|Collecting|Comic Books|Drawing/Sketching|Freelance Writing|Genealogy|Getting Published|Guitar|Home Recording|Investors & Patents|Jewelry Making|Magic & Illusion|Needlework|Painting|Photography|Radio|Roleplaying Games|Sci-Fi & Fantasy|Scrapbooking|Screenwriting|Stamps & Coins|Video & Computer Games|Woodworking",
      de: "Kunst & Technik|Kunsthandwerk|Perlenarbeiten|Vogelbeobachtung|Brettspiele & Puzzles|Kerzen & Seifen herstellen|Kartenspiele|Schach|Zigarren|Sammeln|Comics|Zeichnen & Skizzieren|Freies Schreiben|Ahnenforschung|Veröffentlichen|Gitarre|Heimstudio|Erfindungen & Patente|Schmuck herstellen|Zauberkunst|Handarbeiten|Malen|Fotografie|Funk|Rollenspiele|Science-Fiction & Fantasy|Scrapbooking|Drehbuchschreiben|Briefmarken & Münzen|Video- & Computerspiele|Holzarbeiten",
    },
  },
  {
    name: { en: "Home & Garden", de: "Haus & Garten", fr: "Maison et jardin", it: "Casa e giardino" },
    children: {
      en: "Appliances|Entertaining|Environmental Safety|Gardening|Home Repair|Home Theater|Interior Decorating|Landscaping|Remodeling & Construction",
      de: "Haushaltsgeräte|Gäste bewirten|Umweltschutz zu Hause|Gärtnern|Reparaturen|Heimkino|Einrichten|Gartengestaltung|Umbau & Renovation",
    },
  },
  {
    name: {
      en: "Law, Gov't & Politics",
      de: "Recht, Staat & Politik",
      fr: "Droit, État et politique",
      it: "Diritto, Stato e politica",
    },
    children: {
      en: "Immigration|Legal Issues|U.S. Government Resources|Politics|Commentary",
      de: "Einwanderung|Rechtsfragen|US-Behörden|Politik|Kommentare",
    },
  },
  {
    name: { en: "News", de: "Nachrichten", fr: "Actualités", it: "Notizie" },
    children: {
      en: "International News|National News|Local News",
      de: "Internationale Nachrichten|Nationale Nachrichten|Lokale Nachrichten",
    },
  },
  {
    name: { en: "Personal Finance", de: "Private Finanzen", fr: "Finances personnelles", it: "Finanze personali" },
    children: {
      en: "Beginning Investing|Credit/Debt & Loans|Financial News|Financial Planning|Hedge Fund|Insurance|Investing|Mutual Funds|Options|Retirement Planning|Stocks|Tax Planning",
      de: "Einstieg ins Anlegen|Kredite & Schulden|Finanznachrichten|Finanzplanung|Hedgefonds|Versicherungen|Geldanlage|Anlagefonds|Optionen|Altersvorsorge|Aktien|Steuerplanung",
    },
  },
  {
    name: { en: "Society", de: "Gesellschaft", fr: "Société", it: "Società" },
    children: {
      en: "Dating|Divorce Support|Gay Life|Marriage|Senior Living|Teens|Weddings|Ethnic Specific",
      de: "Partnersuche|Hilfe bei Scheidung|Schwules Leben|Ehe|Leben im Alter|Jugendliche|Hochzeiten|Ethnische Gruppen",
    },
  },
  {
    name: { en: "Science", de: "Wissenschaft", fr: "Science", it: "Scienza" },
    children: {
      en: "Astrology|Biology|Chemistry|Geology|Paranormal Phenomena|Physics|Space/Astronomy|Geography|Botany|Weather",
      de: "Astrologie|Biologie|Chemie|Geologie|Paranormales|Physik|Raumfahrt & Astronomie|Geografie|Botanik|Wetter",
    },
  },
  {
    name: { en: "Pets", de: "Haustiere", fr: "Animaux de compagnie", it: "Animali domestici" },
    children: {
      en: "Aquariums|Birds|Cats|Dogs|Large Animals|Reptiles|Veterinary Medicine",
      de: "Aquarien|Vögel|Katzen|Hunde|Grosse Tiere|Reptilien|Tiermedizin",
    },
  },
  {
    name: { en: "Sports", de: "Sport", fr: "Sport", it: "Sport" },
    children: {
      en: "Auto Racing|Baseball|Bicycling|Bodybuilding|Boxing|Canoeing/Kayaking|Cheerleading|Climbing|Cricket|Figure Skating|Fly Fishing|Football|Freshwater Fishing|Game & Fish|Golf|Horse Racing|Horses|Hunting/Shooting|Inline Skating|Martial Arts|Mountain Biking|NASCAR Racing|Olympics|Paintball|Power & Motorcycles|Pro Basketball|Pro Ice Hockey|Rodeo|Rugby|Running/Jogging|Sailing|Saltwater Fishing|Scuba Diving|Skateboarding|Skiing|Snowboarding|Surfing/Bodyboarding|Swimming|Table Tennis/Ping-Pong|Tennis|Volleyball|Walking|Waterski/Wakeboard|World Soccer",
      de: "Autorennen|Baseball|Velofahren|Bodybuilding|Boxen|Kanu & Kajak|Cheerleading|Klettern|Cricket|Eiskunstlauf|Fliegenfischen|American Football|Süsswasserfischen|Wild & Fisch|Golf|Pferderennen|Reiten|Jagen & Schiessen|Inlineskaten|Kampfsport|Mountainbiken|NASCAR|Olympische Spiele|Paintball|Motorsport|Profibasketball|Profieishockey|Rodeo|Rugby|Laufen & Joggen|Segeln|Meeresfischen|Tauchen|Skateboarden|Skifahren|Snowboarden|Surfen & Bodyboarden|Schwimmen|Tischtennis|Tennis|Volleyball|Wandern & Gehen|Wasserski & Wakeboard|Fussball",
    },
  },
  {
    name: { en: "Style & Fashion", de: "Stil & Mode", fr: "Style et mode", it: "Stile e moda" },
    children: {
      en: "Beauty|Body Art|Fashion|Jewelry|Clothing|Accessories",
      de: "Schönheit|Körperkunst|Mode|Schmuck|Kleidung|Accessoires",
    },
  },
  {
    name: {
      en: "Technology & Computing",
      de: "Technik & Computer",
      fr: "Technique et informatique",
      it: "Tecnica e informatica",
    },
    children: {
      en: "3-D Graphics|Animation|Antivirus Software|C/C++|Cameras & Camcorders|Cell Phones|Computer Certification|Computer Networking|Computer Peripherals|Computer Reviews|Data Centers|Databases|Desktop Publishing|Desktop Video|Email|Graphics Software|Home Video/DVD|Internet Technology|Java|JavaScript|Mac Support|MP3/MIDI|Net Conferencing|Net for Beginners|Network Security|Palmtops/PDAs|PC Support|Portable|Entertainment|Shareware/Freeware|Unix|Visual Basic|Web Clip Art|Web Design/HTML|Web Search|Windows",
      de: "3-D-Grafik|Animation|Antivirenprogramme|C/C++|Foto- & Videokameras|Mobiltelefone|Computerzertifikate|Netzwerke|Peripheriegeräte|Computertests|Rechenzentren|Datenbanken|Desktop-Publishing|Videobearbeitung|E-Mail|Grafikprogramme|Heimvideo & DVD|Internettechnik|Java|JavaScript|Mac-Hilfe|MP3 & MIDI|Onlinekonferenzen|Internet für Einsteiger|Netzwerksicherheit|Handhelds & PDAs|PC-Hilfe|Mobile Geräte|Unterhaltung|Shareware & Freeware|Unix|Visual Basic|Cliparts|Webdesign & HTML|Websuche|Windows",
    },
  },
  {
    name: { en: "Travel", de: "Reisen", fr: "Voyages", it: "Viaggi" },
    children: {
      en: "Adventure Travel|Africa|Air Travel|Australia & New Zealand|Bed & Breakfasts|Budget Travel|Business Travel|By US Locale|Camping|Canada|Caribbean|Cruises|Eastern Europe|Europe|France|Greece|Honeymoons/Getaways|Hotels|Italy|Japan|Mexico & Central America|National Parks|South America|Spas|Theme Parks|Traveling with Kids|United Kingdom",
      de: "Abenteuerreisen|Afrika|Flugreisen|Australien & Neuseeland|Bed & Breakfast|Günstig reisen|Geschäftsreisen|Reisen in den USA|Camping|Kanada|Karibik|Kreuzfahrten|Osteuropa|Europa|Frankreich|Griechenland|Flitterwochen & Kurzreisen|Hotels|Italien|Japan|Mexiko & Mittelamerika|Nationalparks|Südamerika|Wellness|Freizeitparks|Reisen mit Kindern|Grossbritannien",
    },
  },
  {
    name: { en: "Real Estate", de: "Immobilien", fr: "Immobilier", it: "Immobili" },
    children: { en: "Apartments|Architects|Buying/Selling Homes", de: "Wohnungen|Architektur|Hauskauf & -verkauf" },
  },
  {
    name: { en: "Shopping", de: "Einkaufen", fr: "Shopping", it: "Shopping" },
    children: {
      en: "Contests & Freebies|Couponing|Comparison|Engines",
      de: "Wettbewerbe & Gratisangebote|Gutscheine|Preisvergleich|Suchmaschinen",
    },
  },
  {
    name: {
      en: "Religion & Spirituality",
      de: "Religion & Spiritualität",
      fr: "Religion et spiritualité",
      it: "Religione e spiritualità",
    },
    children: {
      en: "Alternative Religions|Atheism/Agnosticism|Buddhism|Catholicism|Christianity|Hinduism|Islam|Judaism|Latter-Day Saints|Pagan/Wiccan",
      de: "Alternative Religionen|Atheismus & Agnostizismus|Buddhismus|Katholizismus|Christentum|Hinduismus|Islam|Judentum|Mormonentum|Heidentum & Wicca",
    },
  },
  {
    name: { en: "Uncategorized", de: "Ohne Einordnung", fr: "Sans catégorie", it: "Senza categoria" },
    children: { en: "", de: "" },
  },
];
