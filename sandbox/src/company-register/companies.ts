export type Company = {
  name: string;
  /** Of the enterprise (eCH-0108): 3 is definitive, 5 deleted. */
  status: "3" | "5";
  isInVatRegister: boolean;
  address: { street?: string; houseNumber?: string; zip: string; town: string; canton: string };
};

/** By the nine digits of their UID. */
export const companies: Readonly<Record<string, Company>> = {
  "200000018": {
    name: "Bäckerei Morgenrot GmbH",
    status: "3",
    isInVatRegister: true,
    address: { street: "Kramgasse", houseNumber: "12", zip: "3011", town: "Bern", canton: "BE" },
  },
  "200000024": {
    name: "Fleurs & Jardins Sàrl",
    status: "3",
    isInVatRegister: false,
    address: { street: "Rue du Rhône", houseNumber: "8", zip: "1204", town: "Genève", canton: "GE" },
  },
  "200000030": {
    name: "Alte Mühle AG in Liquidation",
    status: "5",
    isInVatRegister: false,
    address: { street: "Dorfstrasse", houseNumber: "3", zip: "3063", town: "Ittigen", canton: "BE" },
  },
  "200000047": {
    name: "Alpgenossenschaft Obersten",
    status: "3",
    isInVatRegister: false,
    address: { zip: "3818", town: "Grindelwald", canton: "BE" },
  },
};
