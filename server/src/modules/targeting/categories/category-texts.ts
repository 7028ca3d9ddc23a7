import type { ByLanguage } from "@litfass/contract/kernel/language";

/** A group with its children, separated by `|`. */
type ContentCategory = { name: ByLanguage<string>; children: ByLanguage<string> };

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
      fr: "Livres et littérature|Célébrités et potins|Beaux-arts|Humour|Films|Musique|Télévision",
      it: "Libri e letteratura|Celebrità e gossip|Belle arti|Umorismo|Film|Musica|Televisione",
    },
  },
  {
    name: { en: "Automotive", de: "Auto & Mobilität", fr: "Automobile", it: "Auto e mobilità" },
    children: {
      en: "Auto Parts|Auto Repair|Buying/Selling Cars|Car Culture|Certified Pre-Owned|Convertible|Coupe|Crossover|Diesel|Electric Vehicle|Hatchback|Hybrid|Luxury|MiniVan|Motorcycles|Off-Road Vehicles|Performance Vehicles|Pickup|Road-Side Assistance|Sedan|Trucks & Accessories|Vintage Cars|Wagon",
      de: "Autoteile|Autoreparatur|Autokauf & -verkauf|Autokultur|Zertifizierte Gebrauchtwagen|Cabriolets|Coupés|Crossover|Diesel|Elektroautos|Schräghecklimousinen|Hybridautos|Luxusautos|Minivans|Motorräder|Geländewagen|Sportwagen|Pick-ups|Pannenhilfe|Limousinen|Lastwagen & Zubehör|Oldtimer|Kombis",
      fr: "Pièces automobiles|Réparation automobile|Achat et vente de voitures|Culture automobile|Occasions certifiées|Cabriolets|Coupés|Crossovers|Diesel|Voitures électriques|Voitures compactes à hayon|Voitures hybrides|Voitures de luxe|Monospaces|Motos|Véhicules tout-terrain|Voitures sportives|Pick-up|Assistance routière|Berlines|Camions et accessoires|Voitures anciennes|Breaks",
      it: "Ricambi auto|Riparazione auto|Compravendita di auto|Cultura automobilistica|Usato certificato|Cabriolet|Coupé|Crossover|Diesel|Auto elettriche|Auto compatte|Auto ibride|Auto di lusso|Monovolume|Moto|Fuoristrada|Auto sportive|Pick-up|Soccorso stradale|Berline|Camion e accessori|Auto d'epoca|Station wagon",
    },
  },
  {
    name: { en: "Business", de: "Wirtschaft", fr: "Économie", it: "Economia" },
    children: {
      en: "Advertising|Agriculture|Biotech/Biomedical|Business Software|Construction|Forestry|Government|Green Solutions|Human Resources|Logistics|Marketing|Metals",
      de: "Werbung|Landwirtschaft|Biotechnologie|Unternehmenssoftware|Bauwesen|Forstwirtschaft|Behörden|Nachhaltige Lösungen|Personalwesen|Logistik|Marketing|Metalle",
      fr: "Publicité|Agriculture|Biotechnologie et biomédecine|Logiciels d'entreprise|Construction|Sylviculture|Administration publique|Solutions durables|Ressources humaines|Logistique|Marketing|Métaux",
      it: "Pubblicità|Agricoltura|Biotecnologie e biomedicina|Software aziendale|Edilizia|Selvicoltura|Amministrazione pubblica|Soluzioni sostenibili|Risorse umane|Logistica|Marketing|Metalli",
    },
  },
  {
    name: { en: "Careers", de: "Beruf & Karriere", fr: "Métiers et carrière", it: "Professione e carriera" },
    children: {
      en: "Career Planning|College|Financial Aid|Job Fairs|Job Search|Resume Writing/Advice|Nursing|Scholarships|Telecommuting|U.S. Military|Career Advice",
      de: "Karriereplanung|Hochschule|Stipendien & Beihilfen|Jobmessen|Stellensuche|Lebenslauf & Bewerbung|Pflegeberufe|Stipendien|Homeoffice|US-Militär|Berufsberatung",
      fr: "Planification de carrière|Hautes écoles|Aides financières|Salons de l'emploi|Recherche d'emploi|CV et candidature|Soins infirmiers|Bourses d'études|Télétravail|Armée américaine|Conseils de carrière",
      it: "Pianificazione della carriera|Università|Aiuti finanziari|Fiere del lavoro|Ricerca di lavoro|CV e candidatura|Professioni infermieristiche|Borse di studio|Telelavoro|Forze armate USA|Consigli di carriera",
    },
  },
  {
    name: { en: "Education", de: "Bildung", fr: "Formation", it: "Formazione" },
    children: {
      en: "7-12 Education|Adult Education|Art History|College Administration|College Life|Distance Learning|English as a 2nd Language|Language Learning|Graduate School|Homeschooling|Homework/Study Tips|K-6 Educators|Private School|Special Education|Studying Business",
      de: "Mittelschule|Erwachsenenbildung|Kunstgeschichte|Hochschulverwaltung|Studentenleben|Fernstudium|Englisch als Zweitsprache|Sprachen lernen|Masterstudium|Hausunterricht|Hausaufgaben & Lerntipps|Lehrkräfte der Primarschule|Privatschulen|Sonderpädagogik|Wirtschaftsstudium",
      fr: "Enseignement secondaire|Formation pour adultes|Histoire de l'art|Administration des hautes écoles|Vie étudiante|Enseignement à distance|Anglais langue étrangère|Apprentissage des langues|Master et doctorat|École à la maison|Devoirs et conseils d'apprentissage|Enseignants du primaire|Écoles privées|Enseignement spécialisé|Études de gestion",
      it: "Scuola secondaria|Formazione per adulti|Storia dell'arte|Amministrazione universitaria|Vita universitaria|Formazione a distanza|Inglese come seconda lingua|Apprendimento delle lingue|Master e dottorato|Istruzione parentale|Compiti e consigli di studio|Insegnanti elementari|Scuole private|Pedagogia speciale|Studi economici",
    },
  },
  {
    name: { en: "Family & Parenting", de: "Familie & Kinder", fr: "Famille et enfants", it: "Famiglia e bambini" },
    children: {
      en: "Adoption|Babies & Toddlers|Daycare/Pre School|Family Internet|Parenting - K-6 Kids|Parenting teens|Pregnancy|Special Needs Kids|Eldercare",
      de: "Adoption|Babys & Kleinkinder|Kita & Kindergarten|Internet für Familien|Erziehung von Schulkindern|Erziehung von Teenagern|Schwangerschaft|Kinder mit besonderen Bedürfnissen|Betreuung älterer Menschen",
      fr: "Adoption|Bébés et tout-petits|Crèche et maternelle|Internet en famille|Éducation des enfants|Éducation des adolescents|Grossesse|Enfants à besoins particuliers|Aide aux personnes âgées",
      it: "Adozione|Neonati e bambini piccoli|Asilo nido e scuola dell'infanzia|Internet in famiglia|Educazione dei bambini|Educazione degli adolescenti|Gravidanza|Bambini con bisogni speciali|Assistenza agli anziani",
    },
  },
  {
    name: { en: "Health & Fitness", de: "Gesundheit & Fitness", fr: "Santé et fitness", it: "Salute e fitness" },
    children: {
      en: "Exercise|A.D.D.|AIDS/HIV|Allergies|Alternative Medicine|Arthritis|Asthma|Autism/PDD|Bipolar Disorder|Brain Tumor|Cancer|Cholesterol|Chronic Fatigue Syndrome|Chronic Pain|Cold & Flu|Deafness|Dental Care|Depression|Dermatology|Diabetes|Epilepsy|GERD/Acid Reflux|Headaches/Migraines|Heart Disease|Herbs for Health|Holistic Healing|IBS/Crohn's Disease|Incest/Abuse Support|Incontinence|Infertility|Men's Health|Nutrition|Orthopedics|Panic/Anxiety Disorders|Pediatrics|Physical Therapy|Psychology/Psychiatry|Senior Health|Sexuality|Sleep Disorders|Smoking Cessation|Substance Abuse|Thyroid Disease|Weight Loss|Women's Health",
      de: "Training|ADS|Aids & HIV|Allergien|Alternativmedizin|Arthritis|Asthma|Autismus|Bipolare Störung|Hirntumore|Krebs|Cholesterin|Chronisches Erschöpfungssyndrom|Chronische Schmerzen|Erkältung & Grippe|Gehörlosigkeit|Zahnpflege|Depression|Hautkrankheiten|Diabetes|Epilepsie|Sodbrennen & Reflux|Kopfschmerzen & Migräne|Herzkrankheiten|Heilkräuter|Ganzheitliche Heilkunde|Reizdarm & Morbus Crohn|Hilfe bei Missbrauch|Inkontinenz|Unfruchtbarkeit|Männergesundheit|Ernährung|Orthopädie|Panik & Angststörungen|Kinderheilkunde|Physiotherapie|Psychologie & Psychiatrie|Gesundheit im Alter|Sexualität|Schlafstörungen|Rauchstopp|Suchtmittel|Schilddrüse|Abnehmen|Frauengesundheit",
      fr: "Exercice physique|TDA/TDAH|VIH/sida|Allergies|Médecines alternatives|Arthrite|Asthme|Autisme|Trouble bipolaire|Tumeur cérébrale|Cancer|Cholestérol|Fatigue chronique|Douleurs chroniques|Rhume et grippe|Surdité|Soins dentaires|Dépression|Dermatologie|Diabète|Épilepsie|Reflux gastrique|Maux de tête et migraines|Maladies cardiaques|Plantes médicinales|Médecine holistique|Intestin irritable et maladie de Crohn|Aide aux victimes d'abus|Incontinence|Infertilité|Santé des hommes|Alimentation|Orthopédie|Troubles paniques et anxieux|Pédiatrie|Physiothérapie|Psychologie et psychiatrie|Santé des seniors|Sexualité|Troubles du sommeil|Arrêt du tabac|Dépendances|Maladies de la thyroïde|Perte de poids|Santé des femmes",
      it: "Esercizio fisico|ADHD|HIV/AIDS|Allergie|Medicina alternativa|Artrite|Asma|Autismo|Disturbo bipolare|Tumore cerebrale|Cancro|Colesterolo|Stanchezza cronica|Dolore cronico|Raffreddore e influenza|Sordità|Cure dentarie|Depressione|Dermatologia|Diabete|Epilessia|Reflusso gastrico|Mal di testa ed emicrania|Malattie cardiache|Erbe medicinali|Medicina olistica|Colon irritabile e morbo di Crohn|Aiuto alle vittime di abusi|Incontinenza|Infertilità|Salute dell'uomo|Alimentazione|Ortopedia|Disturbi di panico e d'ansia|Pediatria|Fisioterapia|Psicologia e psichiatria|Salute degli anziani|Sessualità|Disturbi del sonno|Smettere di fumare|Dipendenze|Malattie della tiroide|Dimagrimento|Salute della donna",
    },
  },
  {
    name: { en: "Food & Drink", de: "Essen & Trinken", fr: "Cuisine et boissons", it: "Cucina e bevande" },
    children: {
      en: "American Cuisine|Barbecues & Grilling|Cajun/Creole|Chinese Cuisine|Cocktails/Beer|Coffee/Tea|Cuisine-Specific|Desserts & Baking|Dining Out|Food Allergies|French Cuisine|Health/Lowfat Cooking|Italian Cuisine|Japanese Cuisine|Mexican Cuisine|Vegan|Vegetarian|Wine",
      de: "Amerikanische Küche|Grillen|Cajun & kreolische Küche|Chinesische Küche|Cocktails & Bier|Kaffee & Tee|Landesküchen|Desserts & Backen|Essen gehen|Lebensmittelallergien|Französische Küche|Gesunde & leichte Küche|Italienische Küche|Japanische Küche|Mexikanische Küche|Vegan|Vegetarisch|Wein",
      fr: "Cuisine américaine|Barbecue et grillades|Cuisine cajun et créole|Cuisine chinoise|Cocktails et bière|Café et thé|Cuisines du monde|Desserts et pâtisserie|Restaurants|Allergies alimentaires|Cuisine française|Cuisine légère|Cuisine italienne|Cuisine japonaise|Cuisine mexicaine|Cuisine végane|Cuisine végétarienne|Vin",
      it: "Cucina americana|Barbecue e grigliate|Cucina cajun e creola|Cucina cinese|Cocktail e birra|Caffè e tè|Cucine del mondo|Dolci e prodotti da forno|Ristoranti|Allergie alimentari|Cucina francese|Cucina leggera|Cucina italiana|Cucina giapponese|Cucina messicana|Cucina vegana|Cucina vegetariana|Vino",
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
      fr: "Art et technologie|Arts et artisanat|Travail des perles|Observation des oiseaux|Jeux de société et puzzles|Bougies et savons faits main|Jeux de cartes|Échecs|Cigares|Collections|Bandes dessinées|Dessin|Écriture indépendante|Généalogie|Publier un livre|Guitare|Enregistrement à domicile|Inventions et brevets|Création de bijoux|Magie|Travaux d'aiguille|Peinture|Photographie|Radio|Jeux de rôle|Science-fiction et fantasy|Scrapbooking|Écriture de scénarios|Timbres et monnaies|Jeux vidéo|Travail du bois",
      it: "Arte e tecnologia|Arti e artigianato|Lavorazione delle perline|Osservazione degli uccelli|Giochi da tavolo e puzzle|Candele e saponi fatti a mano|Giochi di carte|Scacchi|Sigari|Collezionismo|Fumetti|Disegno|Scrittura freelance|Genealogia|Pubblicare un libro|Chitarra|Registrazione in casa|Invenzioni e brevetti|Creazione di gioielli|Magia e illusionismo|Cucito e ricamo|Pittura|Fotografia|Radio|Giochi di ruolo|Fantascienza e fantasy|Scrapbooking|Sceneggiatura|Francobolli e monete|Videogiochi|Lavorazione del legno",
    },
  },
  {
    name: { en: "Home & Garden", de: "Haus & Garten", fr: "Maison et jardin", it: "Casa e giardino" },
    children: {
      en: "Appliances|Entertaining|Environmental Safety|Gardening|Home Repair|Home Theater|Interior Decorating|Landscaping|Remodeling & Construction",
      de: "Haushaltsgeräte|Gäste bewirten|Umweltschutz zu Hause|Gärtnern|Reparaturen|Heimkino|Einrichten|Gartengestaltung|Umbau & Renovation",
      fr: "Électroménager|Recevoir chez soi|Sécurité environnementale|Jardinage|Réparations à la maison|Home cinéma|Décoration intérieure|Aménagement paysager|Rénovation et construction",
      it: "Elettrodomestici|Ricevere ospiti|Sicurezza ambientale|Giardinaggio|Riparazioni in casa|Home cinema|Arredamento d'interni|Progettazione di giardini|Ristrutturazione e costruzione",
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
      fr: "Immigration|Questions juridiques|Administration américaine|Politique|Commentaires",
      it: "Immigrazione|Questioni legali|Istituzioni USA|Politica|Commenti",
    },
  },
  {
    name: { en: "News", de: "Nachrichten", fr: "Actualités", it: "Notizie" },
    children: {
      en: "International News|National News|Local News",
      de: "Internationale Nachrichten|Nationale Nachrichten|Lokale Nachrichten",
      fr: "Actualités internationales|Actualités nationales|Actualités locales",
      it: "Notizie internazionali|Notizie nazionali|Notizie locali",
    },
  },
  {
    name: { en: "Personal Finance", de: "Private Finanzen", fr: "Finances personnelles", it: "Finanze personali" },
    children: {
      en: "Beginning Investing|Credit/Debt & Loans|Financial News|Financial Planning|Hedge Fund|Insurance|Investing|Mutual Funds|Options|Retirement Planning|Stocks|Tax Planning",
      de: "Einstieg ins Anlegen|Kredite & Schulden|Finanznachrichten|Finanzplanung|Hedgefonds|Versicherungen|Geldanlage|Anlagefonds|Optionen|Altersvorsorge|Aktien|Steuerplanung",
      fr: "Débuter en bourse|Crédits et dettes|Actualités financières|Planification financière|Hedge funds|Assurances|Placements|Fonds de placement|Options|Prévoyance retraite|Actions|Planification fiscale",
      it: "Primi investimenti|Crediti e debiti|Notizie finanziarie|Pianificazione finanziaria|Hedge fund|Assicurazioni|Investimenti|Fondi d'investimento|Opzioni|Previdenza|Azioni|Pianificazione fiscale",
    },
  },
  {
    name: { en: "Society", de: "Gesellschaft", fr: "Société", it: "Società" },
    children: {
      en: "Dating|Divorce Support|Gay Life|Marriage|Senior Living|Teens|Weddings|Ethnic Specific",
      de: "Partnersuche|Hilfe bei Scheidung|Schwules Leben|Ehe|Leben im Alter|Jugendliche|Hochzeiten|Ethnische Gruppen",
      fr: "Rencontres|Soutien en cas de divorce|Vie gay|Mariage et couple|Vie des seniors|Adolescents|Noces|Communautés",
      it: "Incontri|Sostegno al divorzio|Vita gay|Vita di coppia|Vita da senior|Adolescenti|Matrimoni|Comunità",
    },
  },
  {
    name: { en: "Science", de: "Wissenschaft", fr: "Science", it: "Scienza" },
    children: {
      en: "Astrology|Biology|Chemistry|Geology|Paranormal Phenomena|Physics|Space/Astronomy|Geography|Botany|Weather",
      de: "Astrologie|Biologie|Chemie|Geologie|Paranormales|Physik|Raumfahrt & Astronomie|Geografie|Botanik|Wetter",
      fr: "Astrologie|Biologie|Chimie|Géologie|Phénomènes paranormaux|Physique|Espace et astronomie|Géographie|Botanique|Météo",
      it: "Astrologia|Biologia|Chimica|Geologia|Fenomeni paranormali|Fisica|Spazio e astronomia|Geografia|Botanica|Meteo",
    },
  },
  {
    name: { en: "Pets", de: "Haustiere", fr: "Animaux de compagnie", it: "Animali domestici" },
    children: {
      en: "Aquariums|Birds|Cats|Dogs|Large Animals|Reptiles|Veterinary Medicine",
      de: "Aquarien|Vögel|Katzen|Hunde|Grosse Tiere|Reptilien|Tiermedizin",
      fr: "Aquariums|Oiseaux|Chats|Chiens|Grands animaux|Reptiles|Médecine vétérinaire",
      it: "Acquari|Uccelli|Gatti|Cani|Animali grandi|Rettili|Medicina veterinaria",
    },
  },
  {
    name: { en: "Sports", de: "Sport", fr: "Sport", it: "Sport" },
    children: {
      en: "Auto Racing|Baseball|Bicycling|Bodybuilding|Boxing|Canoeing/Kayaking|Cheerleading|Climbing|Cricket|Figure Skating|Fly Fishing|Football|Freshwater Fishing|Game & Fish|Golf|Horse Racing|Horses|Hunting/Shooting|Inline Skating|Martial Arts|Mountain Biking|NASCAR Racing|Olympics|Paintball|Power & Motorcycles|Pro Basketball|Pro Ice Hockey|Rodeo|Rugby|Running/Jogging|Sailing|Saltwater Fishing|Scuba Diving|Skateboarding|Skiing|Snowboarding|Surfing/Bodyboarding|Swimming|Table Tennis/Ping-Pong|Tennis|Volleyball|Walking|Waterski/Wakeboard|World Soccer",
      de: "Autorennen|Baseball|Velofahren|Bodybuilding|Boxen|Kanu & Kajak|Cheerleading|Klettern|Cricket|Eiskunstlauf|Fliegenfischen|American Football|Süsswasserfischen|Wild & Fisch|Golf|Pferderennen|Reiten|Jagen & Schiessen|Inlineskaten|Kampfsport|Mountainbiken|NASCAR|Olympische Spiele|Paintball|Motorsport|Profibasketball|Profieishockey|Rodeo|Rugby|Laufen & Joggen|Segeln|Meeresfischen|Tauchen|Skateboarden|Skifahren|Snowboarden|Surfen & Bodyboarden|Schwimmen|Tischtennis|Tennis|Volleyball|Wandern & Gehen|Wasserski & Wakeboard|Fussball",
      fr: "Course automobile|Baseball|Vélo|Musculation|Boxe|Canoë et kayak|Cheerleading|Escalade|Cricket|Patinage artistique|Pêche à la mouche|Football américain|Pêche en eau douce|Chasse et pêche|Golf|Courses hippiques|Équitation|Chasse et tir|Roller|Arts martiaux|VTT|Courses NASCAR|Jeux olympiques|Paintball|Sports motorisés|Basketball professionnel|Hockey sur glace professionnel|Rodéo|Rugby|Course à pied|Voile|Pêche en mer|Plongée|Skateboard|Ski|Snowboard|Surf et bodyboard|Natation|Tennis de table|Tennis|Volleyball|Marche|Ski nautique et wakeboard|Football",
      it: "Automobilismo|Baseball|Ciclismo|Culturismo|Pugilato|Canoa e kayak|Cheerleading|Arrampicata|Cricket|Pattinaggio artistico|Pesca a mosca|Football americano|Pesca in acqua dolce|Caccia e pesca|Golf|Corse di cavalli|Equitazione|Caccia e tiro|Pattinaggio in linea|Arti marziali|Mountain bike|Corse NASCAR|Olimpiadi|Paintball|Sport motoristici|Pallacanestro professionistica|Hockey su ghiaccio professionistico|Rodeo|Rugby|Corsa|Vela|Pesca in mare|Immersioni|Skateboard|Sci|Snowboard|Surf e bodyboard|Nuoto|Tennis da tavolo|Tennis|Pallavolo|Camminate|Sci nautico e wakeboard|Calcio",
    },
  },
  {
    name: { en: "Style & Fashion", de: "Stil & Mode", fr: "Style et mode", it: "Stile e moda" },
    children: {
      en: "Beauty|Body Art|Fashion|Jewelry|Clothing|Accessories",
      de: "Schönheit|Körperkunst|Mode|Schmuck|Kleidung|Accessoires",
      fr: "Beauté|Art corporel|Mode|Bijoux|Vêtements|Accessoires",
      it: "Bellezza|Arte del corpo|Moda|Gioielli|Abbigliamento|Accessori",
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
      fr: "Graphisme 3D|Animation|Antivirus|C/C++|Appareils photo et caméras|Téléphones mobiles|Certifications informatiques|Réseaux informatiques|Périphériques|Tests d'ordinateurs|Centres de données|Bases de données|Publication assistée par ordinateur|Montage vidéo|E-mail|Logiciels graphiques|Vidéo à domicile et DVD|Technologies internet|Java|JavaScript|Assistance Mac|MP3 et MIDI|Visioconférence|Internet pour débutants|Sécurité des réseaux|Assistants numériques|Assistance PC|Ordinateurs portables|Divertissement|Partagiciels et gratuiciels|Unix|Visual Basic|Images pour le web|Création de sites web|Recherche sur le web|Windows",
      it: "Grafica 3D|Animazione|Antivirus|C/C++|Fotocamere e videocamere|Telefoni cellulari|Certificazioni informatiche|Reti informatiche|Periferiche|Test di computer|Centri dati|Banche dati|Desktop publishing|Montaggio video|E-mail|Software grafico|Video domestici e DVD|Tecnologie internet|Java|JavaScript|Assistenza Mac|MP3 e MIDI|Videoconferenze|Internet per principianti|Sicurezza delle reti|Palmari|Assistenza PC|Computer portatili|Intrattenimento|Shareware e freeware|Unix|Visual Basic|Immagini per il web|Creazione di siti web|Ricerca sul web|Windows",
    },
  },
  {
    name: { en: "Travel", de: "Reisen", fr: "Voyages", it: "Viaggi" },
    children: {
      en: "Adventure Travel|Africa|Air Travel|Australia & New Zealand|Bed & Breakfasts|Budget Travel|Business Travel|By US Locale|Camping|Canada|Caribbean|Cruises|Eastern Europe|Europe|France|Greece|Honeymoons/Getaways|Hotels|Italy|Japan|Mexico & Central America|National Parks|South America|Spas|Theme Parks|Traveling with Kids|United Kingdom",
      de: "Abenteuerreisen|Afrika|Flugreisen|Australien & Neuseeland|Bed & Breakfast|Günstig reisen|Geschäftsreisen|Reisen in den USA|Camping|Kanada|Karibik|Kreuzfahrten|Osteuropa|Europa|Frankreich|Griechenland|Flitterwochen & Kurzreisen|Hotels|Italien|Japan|Mexiko & Mittelamerika|Nationalparks|Südamerika|Wellness|Freizeitparks|Reisen mit Kindern|Grossbritannien",
      fr: "Voyages d'aventure|Afrique|Voyages en avion|Australie et Nouvelle-Zélande|Chambres d'hôtes|Voyages à petit budget|Voyages d'affaires|Régions des États-Unis|Camping|Canada|Caraïbes|Croisières|Europe de l'Est|Europe|France|Grèce|Voyages de noces et escapades|Hôtels|Italie|Japon|Mexique et Amérique centrale|Parcs nationaux|Amérique du Sud|Spas et bien-être|Parcs d'attractions|Voyages avec enfants|Royaume-Uni",
      it: "Viaggi d'avventura|Africa|Viaggi in aereo|Australia e Nuova Zelanda|Bed and breakfast|Viaggi low cost|Viaggi d'affari|Regioni degli USA|Campeggio|Canada|Caraibi|Crociere|Europa dell'Est|Europa|Francia|Grecia|Viaggi di nozze e fughe|Hotel|Italia|Giappone|Messico e America centrale|Parchi nazionali|Sudamerica|Terme e benessere|Parchi di divertimento|Viaggi con bambini|Regno Unito",
    },
  },
  {
    name: { en: "Real Estate", de: "Immobilien", fr: "Immobilier", it: "Immobili" },
    children: {
      en: "Apartments|Architects|Buying/Selling Homes",
      de: "Wohnungen|Architektur|Hauskauf & -verkauf",
      fr: "Appartements|Architecture|Achat et vente de maisons",
      it: "Appartamenti|Architettura|Compravendita di case",
    },
  },
  {
    name: { en: "Shopping", de: "Einkaufen", fr: "Shopping", it: "Shopping" },
    children: {
      en: "Contests & Freebies|Couponing|Comparison|Engines",
      de: "Wettbewerbe & Gratisangebote|Gutscheine|Preisvergleich|Suchmaschinen",
      fr: "Concours et cadeaux|Bons de réduction|Comparateurs de prix|Moteurs de recherche",
      it: "Concorsi e omaggi|Buoni sconto|Confronto prezzi|Motori di ricerca",
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
      fr: "Religions alternatives|Athéisme et agnosticisme|Bouddhisme|Catholicisme|Christianisme|Hindouisme|Islam|Judaïsme|Mormonisme|Paganisme et wicca",
      it: "Religioni alternative|Ateismo e agnosticismo|Buddismo|Cattolicesimo|Cristianesimo|Induismo|Islam|Ebraismo|Mormonismo|Paganesimo e wicca",
    },
  },
  {
    name: { en: "Uncategorized", de: "Ohne Einordnung", fr: "Sans catégorie", it: "Senza categoria" },
    children: { en: "", de: "", fr: "", it: "" },
  },
];
