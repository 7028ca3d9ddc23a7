/**
 * The category tree of the IAB Content Taxonomy 1.0 (IAB Technology Laboratory, CC BY 3.0), which exchanges send as
 * `site.cat` and `app.cat`. Codes follow from the order: the second entry of the first group is IAB1-2. The groups of
 * non-standard and illegal content are left out: nobody advertises there.
 */
export const contentCategories: { name: string; nameDe: string; children: string }[] = [
  {
    name: "Arts & Entertainment",
    nameDe: "Kunst & Unterhaltung",
    children: "Books & Literature|Celebrity Fan/Gossip|Fine Art|Humor|Movies|Music|Television",
  },
  {
    name: "Automotive",
    nameDe: "Auto & Mobilität",
    children:
      "Auto Parts|Auto Repair|Buying/Selling Cars|Car Culture|Certified Pre-Owned|Convertible|Coupe|Crossover|Diesel|Electric Vehicle|Hatchback|Hybrid|Luxury|MiniVan|Mororcycles|Off-Road Vehicles|Performance Vehicles|Pickup|Road-Side Assistance|Sedan|Trucks & Accessories|Vintage Cars|Wagon",
  },
  {
    name: "Business",
    nameDe: "Wirtschaft",
    children:
      "Advertising|Agriculture|Biotech/Biomedical|Business Software|Construction|Forestry|Government|Green Solutions|Human Resources|Logistics|Marketing|Metals",
  },
  {
    name: "Careers",
    nameDe: "Beruf & Karriere",
    children:
      "Career Planning|College|Financial Aid|Job Fairs|Job Search|Resume Writing/Advice|Nursing|Scholarships|Telecommuting|U.S. Military|Career Advice",
  },
  {
    name: "Education",
    nameDe: "Bildung",
    children:
      "41832 Education|Adult Education|Art History|Colledge Administration|College Life|Distance Learning|English as a 2nd Language|Language Learning|Graduate School|Homeschooling|Homework/Study Tips|K-6 Educators|Private School|Special Education|Studying Business",
  },
  {
    name: "Family & Parenting",
    nameDe: "Familie & Kinder",
    children:
      "Adoption|Babies & Toddlers|Daycare/Pre School|Family Internet|Parenting - K-6 Kids|Parenting teens|Pregnancy|Special Needs Kids|Eldercare",
  },
  {
    name: "Health & Fitness",
    nameDe: "Gesundheit & Fitness",
    children:
      "Exercise|A.D.D.|AIDS/HIV|Allergies|Alternative Medicine|Arthritis|Asthma|Autism/PDD|Bipolar Disorder|Brain Tumor|Cancer|Cholesterol|Chronic Fatigue Syndrome|Chronic Pain|Cold & Flu|Deafness|Dental Care|Depression|Dermatology|Diabetes|Epilepsy|GERD/Acid Reflux|Headaches/Migraines|Heart Disease|Herbs for Health|Holistic Healing|IBS/Crohn's Disease|Incest/Abuse Support|Incontinence|Infertility|Men's Health|Nutrition|Orthopedics|Panic/Anxiety Disorders|Pediatrics|Physical Therapy|Psychology/Psychiatry|Senor Health|Sexuality|Sleep Disorders|Smoking Cessation|Substance Abuse|Thyroid Disease|Weight Loss|Women's Health",
  },
  {
    name: "Food & Drink",
    nameDe: "Essen & Trinken",
    children:
      "American Cuisine|Barbecues & Grilling|Cajun/Creole|Chinese Cuisine|Cocktails/Beer|Coffee/Tea|Cuisine-Specific|Desserts & Baking|Dining Out|Food Allergies|French Cuisine|Health/Lowfat Cooking|Italian Cuisine|Japanese Cuisine|Mexican Cuisine|Vegan|Vegetarian|Wine",
  },
  {
    name: "Hobbies & Interests",
    nameDe: "Hobby & Interessen",
    children:
      "Art/Technology|Arts & Crafts|Beadwork|Birdwatching|Board Games/Puzzles|Candle & Soap Making|Card Games|Chess|Cigars|Collecting|Comic Books|Drawing/Sketching|Freelance Writing|Genealogy|Getting Published|Guitar|Home Recording|Investors & Patents|Jewelry Making|Magic & Illusion|Needlework|Painting|Photography|Radio|Roleplaying Games|Sci-Fi & Fantasy|Scrapbooking|Screenwriting|Stamps & Coins|Video & Computer Games|Woodworking",
  },
  {
    name: "Home & Garden",
    nameDe: "Haus & Garten",
    children:
      "Appliances|Entertaining|Environmental Safety|Gardening|Home Repair|Home Theater|Interior Decorating|Landscaping|Remodeling & Construction",
  },
  {
    name: "Law, Gov't & Politics",
    nameDe: "Recht, Staat & Politik",
    children: "Immigration|Legal Issues|U.S. Government Resources|Politics|Commentary",
  },
  { name: "News", nameDe: "Nachrichten", children: "International News|National News|Local News" },
  {
    name: "Personal Finance",
    nameDe: "Private Finanzen",
    children:
      "Beginning Investing|Credit/Debt & Loans|Financial News|Financial Planning|Hedge Fund|Insurance|Investing|Mutual Funds|Options|Retirement Planning|Stocks|Tax Planning",
  },
  {
    name: "Society",
    nameDe: "Gesellschaft",
    children: "Dating|Divorce Support|Gay Life|Marriage|Senior Living|Teens|Weddings|Ethnic Specific",
  },
  {
    name: "Science",
    nameDe: "Wissenschaft",
    children:
      "Astrology|Biology|Chemistry|Geology|Paranormal Phenomena|Physics|Space/Astronomy|Geography|Botany|Weather",
  },
  {
    name: "Pets",
    nameDe: "Haustiere",
    children: "Aquariums|Birds|Cats|Dogs|Large Animals|Reptiles|Veterinary Medicine",
  },
  {
    name: "Sports",
    nameDe: "Sport",
    children:
      "Auto Racing|Baseball|Bicycling|Bodybuilding|Boxing|Canoeing/Kayaking|Cheerleading|Climbing|Cricket|Figure Skating|Fly Fishing|Football|Freshwater Fishing|Game & Fish|Golf|Horse Racing|Horses|Hunting/Shooting|Inline Skating|Martial Arts|Mountain Biking|NASCAR Racing|Olympics|Paintball|Power & Motorcycles|Pro Basketball|Pro Ice Hockey|Rodeo|Rugby|Running/Jogging|Sailing|Saltwater Fishing|Scuba Diving|Skateboarding|Skiing|Snowboarding|Surfing/Bodyboarding|Swimming|Table Tennis/Ping-Pong|Tennis|Volleyball|Walking|Waterski/Wakeboard|World Soccer",
  },
  { name: "Style & Fashion", nameDe: "Stil & Mode", children: "Beauty|Body Art|Fashion|Jewelry|Clothing|Accessories" },
  {
    name: "Technology & Computing",
    nameDe: "Technik & Computer",
    children:
      "3-D Graphics|Animation|Antivirus Software|C/C++|Cameras & Camcorders|Cell Phones|Computer Certification|Computer Networking|Computer Peripherals|Computer Reviews|Data Centers|Databases|Desktop Publishing|Desktop Video|Email|Graphics Software|Home Video/DVD|Internet Technology|Java|JavaScript|Mac Support|MP3/MIDI|Net Conferencing|Net for Beginners|Network Security|Palmtops/PDAs|PC Support|Portable|Entertainment|Shareware/Freeware|Unix|Visual Basic|Web Clip Art|Web Design/HTML|Web Search|Windows",
  },
  {
    name: "Travel",
    nameDe: "Reisen",
    children:
      "Adventure Travel|Africa|Air Travel|Australia & New Zealand|Bed & Breakfasts|Budget Travel|Business Travel|By US Locale|Camping|Canada|Caribbean|Cruises|Eastern Europe|Europe|France|Greece|Honeymoons/Getaways|Hotels|Italy|Japan|Mexico & Central America|National Parks|South America|Spas|Theme Parks|Traveling with Kids|United Kingdom",
  },
  { name: "Real Estate", nameDe: "Immobilien", children: "Apartments|Architects|Buying/Selling Homes" },
  { name: "Shopping", nameDe: "Einkaufen", children: "Contests & Freebies|Couponing|Comparison|Engines" },
  {
    name: "Religion & Spirituality",
    nameDe: "Religion & Spiritualität",
    children:
      "Alternative Religions|Atheism/Agnosticism|Buddhism|Catholicism|Christianity|Hinduism|Islam|Judaism|Latter-Day Saints|Pagan/Wiccan",
  },
  { name: "Uncategorized", nameDe: "Ohne Einordnung", children: "" },
];
