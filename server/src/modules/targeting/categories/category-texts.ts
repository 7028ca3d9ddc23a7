/**
 * The category tree of the IAB Content Taxonomy 1.0 (IAB Technology Laboratory, CC BY 3.0), which exchanges send as
 * `site.cat` and `app.cat`. Codes follow from the order: the second entry of the first group is IAB1-2. Omits the
 * groups of non-standard and illegal content.
 */
export const contentCategories: { name: string; nameDe: string; children: string; childrenDe: string }[] = [
  {
    name: "Arts & Entertainment",
    nameDe: "Kunst & Unterhaltung",
    children: "Books & Literature|Celebrity Fan/Gossip|Fine Art|Humor|Movies|Music|Television",
    childrenDe: "Bücher & Literatur|Prominente & Klatsch|Bildende Kunst|Humor|Filme|Musik|Fernsehen",
  },
  {
    name: "Automotive",
    nameDe: "Auto & Mobilität",
    children:
      "Auto Parts|Auto Repair|Buying/Selling Cars|Car Culture|Certified Pre-Owned|Convertible|Coupe|Crossover|Diesel|Electric Vehicle|Hatchback|Hybrid|Luxury|MiniVan|Motorcycles|Off-Road Vehicles|Performance Vehicles|Pickup|Road-Side Assistance|Sedan|Trucks & Accessories|Vintage Cars|Wagon",
    childrenDe:
      "Autoteile|Autoreparatur|Autokauf & -verkauf|Autokultur|Zertifizierte Gebrauchtwagen|Cabriolets|Coupés|Crossover|Diesel|Elektroautos|Schräghecklimousinen|Hybridautos|Luxusautos|Minivans|Motorräder|Geländewagen|Sportwagen|Pick-ups|Pannenhilfe|Limousinen|Lastwagen & Zubehör|Oldtimer|Kombis",
  },
  {
    name: "Business",
    nameDe: "Wirtschaft",
    children:
      "Advertising|Agriculture|Biotech/Biomedical|Business Software|Construction|Forestry|Government|Green Solutions|Human Resources|Logistics|Marketing|Metals",
    childrenDe:
      "Werbung|Landwirtschaft|Biotechnologie|Unternehmenssoftware|Bauwesen|Forstwirtschaft|Behörden|Nachhaltige Lösungen|Personalwesen|Logistik|Marketing|Metalle",
  },
  {
    name: "Careers",
    nameDe: "Beruf & Karriere",
    children:
      "Career Planning|College|Financial Aid|Job Fairs|Job Search|Resume Writing/Advice|Nursing|Scholarships|Telecommuting|U.S. Military|Career Advice",
    childrenDe:
      "Karriereplanung|Hochschule|Stipendien & Beihilfen|Jobmessen|Stellensuche|Lebenslauf & Bewerbung|Pflegeberufe|Stipendien|Homeoffice|US-Militär|Berufsberatung",
  },
  {
    name: "Education",
    nameDe: "Bildung",
    children:
      "7-12 Education|Adult Education|Art History|College Administration|College Life|Distance Learning|English as a 2nd Language|Language Learning|Graduate School|Homeschooling|Homework/Study Tips|K-6 Educators|Private School|Special Education|Studying Business",
    childrenDe:
      "Mittelschule|Erwachsenenbildung|Kunstgeschichte|Hochschulverwaltung|Studentenleben|Fernstudium|Englisch als Zweitsprache|Sprachen lernen|Masterstudium|Hausunterricht|Hausaufgaben & Lerntipps|Lehrkräfte der Primarschule|Privatschulen|Sonderpädagogik|Wirtschaftsstudium",
  },
  {
    name: "Family & Parenting",
    nameDe: "Familie & Kinder",
    children:
      "Adoption|Babies & Toddlers|Daycare/Pre School|Family Internet|Parenting - K-6 Kids|Parenting teens|Pregnancy|Special Needs Kids|Eldercare",
    childrenDe:
      "Adoption|Babys & Kleinkinder|Kita & Kindergarten|Internet für Familien|Erziehung von Schulkindern|Erziehung von Teenagern|Schwangerschaft|Kinder mit besonderen Bedürfnissen|Betreuung älterer Menschen",
  },
  {
    name: "Health & Fitness",
    nameDe: "Gesundheit & Fitness",
    children:
      "Exercise|A.D.D.|AIDS/HIV|Allergies|Alternative Medicine|Arthritis|Asthma|Autism/PDD|Bipolar Disorder|Brain Tumor|Cancer|Cholesterol|Chronic Fatigue Syndrome|Chronic Pain|Cold & Flu|Deafness|Dental Care|Depression|Dermatology|Diabetes|Epilepsy|GERD/Acid Reflux|Headaches/Migraines|Heart Disease|Herbs for Health|Holistic Healing|IBS/Crohn's Disease|Incest/Abuse Support|Incontinence|Infertility|Men's Health|Nutrition|Orthopedics|Panic/Anxiety Disorders|Pediatrics|Physical Therapy|Psychology/Psychiatry|Senior Health|Sexuality|Sleep Disorders|Smoking Cessation|Substance Abuse|Thyroid Disease|Weight Loss|Women's Health",
    childrenDe:
      "Training|ADS|Aids & HIV|Allergien|Alternativmedizin|Arthritis|Asthma|Autismus|Bipolare Störung|Hirntumore|Krebs|Cholesterin|Chronisches Erschöpfungssyndrom|Chronische Schmerzen|Erkältung & Grippe|Gehörlosigkeit|Zahnpflege|Depression|Hautkrankheiten|Diabetes|Epilepsie|Sodbrennen & Reflux|Kopfschmerzen & Migräne|Herzkrankheiten|Heilkräuter|Ganzheitliche Heilkunde|Reizdarm & Morbus Crohn|Hilfe bei Missbrauch|Inkontinenz|Unfruchtbarkeit|Männergesundheit|Ernährung|Orthopädie|Panik & Angststörungen|Kinderheilkunde|Physiotherapie|Psychologie & Psychiatrie|Gesundheit im Alter|Sexualität|Schlafstörungen|Rauchstopp|Suchtmittel|Schilddrüse|Abnehmen|Frauengesundheit",
  },
  {
    name: "Food & Drink",
    nameDe: "Essen & Trinken",
    children:
      "American Cuisine|Barbecues & Grilling|Cajun/Creole|Chinese Cuisine|Cocktails/Beer|Coffee/Tea|Cuisine-Specific|Desserts & Baking|Dining Out|Food Allergies|French Cuisine|Health/Lowfat Cooking|Italian Cuisine|Japanese Cuisine|Mexican Cuisine|Vegan|Vegetarian|Wine",
    childrenDe:
      "Amerikanische Küche|Grillen|Cajun & kreolische Küche|Chinesische Küche|Cocktails & Bier|Kaffee & Tee|Landesküchen|Desserts & Backen|Essen gehen|Lebensmittelallergien|Französische Küche|Gesunde & leichte Küche|Italienische Küche|Japanische Küche|Mexikanische Küche|Vegan|Vegetarisch|Wein",
  },
  {
    name: "Hobbies & Interests",
    nameDe: "Hobby & Interessen",
    children:
      "Art/Technology|Arts & Crafts|Beadwork|Birdwatching|Board Games/Puzzles|Candle & Soap Making|Card Games|Chess|Cigars|Collecting|Comic Books|Drawing/Sketching|Freelance Writing|Genealogy|Getting Published|Guitar|Home Recording|Investors & Patents|Jewelry Making|Magic & Illusion|Needlework|Painting|Photography|Radio|Roleplaying Games|Sci-Fi & Fantasy|Scrapbooking|Screenwriting|Stamps & Coins|Video & Computer Games|Woodworking",
    childrenDe:
      "Kunst & Technik|Kunsthandwerk|Perlenarbeiten|Vogelbeobachtung|Brettspiele & Puzzles|Kerzen & Seifen herstellen|Kartenspiele|Schach|Zigarren|Sammeln|Comics|Zeichnen & Skizzieren|Freies Schreiben|Ahnenforschung|Veröffentlichen|Gitarre|Heimstudio|Erfindungen & Patente|Schmuck herstellen|Zauberkunst|Handarbeiten|Malen|Fotografie|Funk|Rollenspiele|Science-Fiction & Fantasy|Scrapbooking|Drehbuchschreiben|Briefmarken & Münzen|Video- & Computerspiele|Holzarbeiten",
  },
  {
    name: "Home & Garden",
    nameDe: "Haus & Garten",
    children:
      "Appliances|Entertaining|Environmental Safety|Gardening|Home Repair|Home Theater|Interior Decorating|Landscaping|Remodeling & Construction",
    childrenDe:
      "Haushaltsgeräte|Gäste bewirten|Umweltschutz zu Hause|Gärtnern|Reparaturen|Heimkino|Einrichten|Gartengestaltung|Umbau & Renovation",
  },
  {
    name: "Law, Gov't & Politics",
    nameDe: "Recht, Staat & Politik",
    children: "Immigration|Legal Issues|U.S. Government Resources|Politics|Commentary",
    childrenDe: "Einwanderung|Rechtsfragen|US-Behörden|Politik|Kommentare",
  },
  {
    name: "News",
    nameDe: "Nachrichten",
    children: "International News|National News|Local News",
    childrenDe: "Internationale Nachrichten|Nationale Nachrichten|Lokale Nachrichten",
  },
  {
    name: "Personal Finance",
    nameDe: "Private Finanzen",
    children:
      "Beginning Investing|Credit/Debt & Loans|Financial News|Financial Planning|Hedge Fund|Insurance|Investing|Mutual Funds|Options|Retirement Planning|Stocks|Tax Planning",
    childrenDe:
      "Einstieg ins Anlegen|Kredite & Schulden|Finanznachrichten|Finanzplanung|Hedgefonds|Versicherungen|Geldanlage|Anlagefonds|Optionen|Altersvorsorge|Aktien|Steuerplanung",
  },
  {
    name: "Society",
    nameDe: "Gesellschaft",
    children: "Dating|Divorce Support|Gay Life|Marriage|Senior Living|Teens|Weddings|Ethnic Specific",
    childrenDe:
      "Partnersuche|Hilfe bei Scheidung|Schwules Leben|Ehe|Leben im Alter|Jugendliche|Hochzeiten|Ethnische Gruppen",
  },
  {
    name: "Science",
    nameDe: "Wissenschaft",
    children:
      "Astrology|Biology|Chemistry|Geology|Paranormal Phenomena|Physics|Space/Astronomy|Geography|Botany|Weather",
    childrenDe:
      "Astrologie|Biologie|Chemie|Geologie|Paranormales|Physik|Raumfahrt & Astronomie|Geografie|Botanik|Wetter",
  },
  {
    name: "Pets",
    nameDe: "Haustiere",
    children: "Aquariums|Birds|Cats|Dogs|Large Animals|Reptiles|Veterinary Medicine",
    childrenDe: "Aquarien|Vögel|Katzen|Hunde|Grosse Tiere|Reptilien|Tiermedizin",
  },
  {
    name: "Sports",
    nameDe: "Sport",
    children:
      "Auto Racing|Baseball|Bicycling|Bodybuilding|Boxing|Canoeing/Kayaking|Cheerleading|Climbing|Cricket|Figure Skating|Fly Fishing|Football|Freshwater Fishing|Game & Fish|Golf|Horse Racing|Horses|Hunting/Shooting|Inline Skating|Martial Arts|Mountain Biking|NASCAR Racing|Olympics|Paintball|Power & Motorcycles|Pro Basketball|Pro Ice Hockey|Rodeo|Rugby|Running/Jogging|Sailing|Saltwater Fishing|Scuba Diving|Skateboarding|Skiing|Snowboarding|Surfing/Bodyboarding|Swimming|Table Tennis/Ping-Pong|Tennis|Volleyball|Walking|Waterski/Wakeboard|World Soccer",
    childrenDe:
      "Autorennen|Baseball|Velofahren|Bodybuilding|Boxen|Kanu & Kajak|Cheerleading|Klettern|Cricket|Eiskunstlauf|Fliegenfischen|American Football|Süsswasserfischen|Wild & Fisch|Golf|Pferderennen|Reiten|Jagen & Schiessen|Inlineskaten|Kampfsport|Mountainbiken|NASCAR|Olympische Spiele|Paintball|Motorsport|Profibasketball|Profieishockey|Rodeo|Rugby|Laufen & Joggen|Segeln|Meeresfischen|Tauchen|Skateboarden|Skifahren|Snowboarden|Surfen & Bodyboarden|Schwimmen|Tischtennis|Tennis|Volleyball|Wandern & Gehen|Wasserski & Wakeboard|Fussball",
  },
  {
    name: "Style & Fashion",
    nameDe: "Stil & Mode",
    children: "Beauty|Body Art|Fashion|Jewelry|Clothing|Accessories",
    childrenDe: "Schönheit|Körperkunst|Mode|Schmuck|Kleidung|Accessoires",
  },
  {
    name: "Technology & Computing",
    nameDe: "Technik & Computer",
    children:
      "3-D Graphics|Animation|Antivirus Software|C/C++|Cameras & Camcorders|Cell Phones|Computer Certification|Computer Networking|Computer Peripherals|Computer Reviews|Data Centers|Databases|Desktop Publishing|Desktop Video|Email|Graphics Software|Home Video/DVD|Internet Technology|Java|JavaScript|Mac Support|MP3/MIDI|Net Conferencing|Net for Beginners|Network Security|Palmtops/PDAs|PC Support|Portable|Entertainment|Shareware/Freeware|Unix|Visual Basic|Web Clip Art|Web Design/HTML|Web Search|Windows",
    childrenDe:
      "3-D-Grafik|Animation|Antivirenprogramme|C/C++|Foto- & Videokameras|Mobiltelefone|Computerzertifikate|Netzwerke|Peripheriegeräte|Computertests|Rechenzentren|Datenbanken|Desktop-Publishing|Videobearbeitung|E-Mail|Grafikprogramme|Heimvideo & DVD|Internettechnik|Java|JavaScript|Mac-Hilfe|MP3 & MIDI|Onlinekonferenzen|Internet für Einsteiger|Netzwerksicherheit|Handhelds & PDAs|PC-Hilfe|Mobile Geräte|Unterhaltung|Shareware & Freeware|Unix|Visual Basic|Cliparts|Webdesign & HTML|Websuche|Windows",
  },
  {
    name: "Travel",
    nameDe: "Reisen",
    children:
      "Adventure Travel|Africa|Air Travel|Australia & New Zealand|Bed & Breakfasts|Budget Travel|Business Travel|By US Locale|Camping|Canada|Caribbean|Cruises|Eastern Europe|Europe|France|Greece|Honeymoons/Getaways|Hotels|Italy|Japan|Mexico & Central America|National Parks|South America|Spas|Theme Parks|Traveling with Kids|United Kingdom",
    childrenDe:
      "Abenteuerreisen|Afrika|Flugreisen|Australien & Neuseeland|Bed & Breakfast|Günstig reisen|Geschäftsreisen|Reisen in den USA|Camping|Kanada|Karibik|Kreuzfahrten|Osteuropa|Europa|Frankreich|Griechenland|Flitterwochen & Kurzreisen|Hotels|Italien|Japan|Mexiko & Mittelamerika|Nationalparks|Südamerika|Wellness|Freizeitparks|Reisen mit Kindern|Grossbritannien",
  },
  {
    name: "Real Estate",
    nameDe: "Immobilien",
    children: "Apartments|Architects|Buying/Selling Homes",
    childrenDe: "Wohnungen|Architektur|Hauskauf & -verkauf",
  },
  {
    name: "Shopping",
    nameDe: "Einkaufen",
    children: "Contests & Freebies|Couponing|Comparison|Engines",
    childrenDe: "Wettbewerbe & Gratisangebote|Gutscheine|Preisvergleich|Suchmaschinen",
  },
  {
    name: "Religion & Spirituality",
    nameDe: "Religion & Spiritualität",
    children:
      "Alternative Religions|Atheism/Agnosticism|Buddhism|Catholicism|Christianity|Hinduism|Islam|Judaism|Latter-Day Saints|Pagan/Wiccan",
    childrenDe:
      "Alternative Religionen|Atheismus & Agnostizismus|Buddhismus|Katholizismus|Christentum|Hinduismus|Islam|Judentum|Mormonentum|Heidentum & Wicca",
  },
  { name: "Uncategorized", nameDe: "Ohne Einordnung", children: "", childrenDe: "" },
];
