import { type Language, languages } from "@litfass/contract/kernel/language";
import { searchCategories } from "@litfass/contract/targeting/search-categories";
import { trades } from "@litfass/contract/targeting/trade-texts";
import { expect, test } from "vitest";
import { categoryTree, isCategory } from "./category-tree.ts";

const names = (lang: Language, typed: string) =>
  searchCategories(categoryTree(lang), typed, lang).map(({ name }) => name);

test.each([
  ["bakery", "Desserts & Baking"],
  ["bread", "Desserts & Baking"],
  ["restaurant", "Dining Out"],
  ["pizza", "Italian Cuisine"],
  ["flower", "Gardening"],
  ["florist", "Gardening"],
  ["dentist", "Dental Care"],
  ["hairdresser", "Beauty"],
  ["garage", "Auto Repair"],
  ["physiotherapist", "Physical Therapy"],
  ["hotel", "Hotels"],
  ["real estate", "Real Estate"],
  ["lawyer", "Legal Issues"],
  ["fitness", "Exercise"],
  ["bicycle", "Bicycling"],
  ["wine", "Wine"],
  ["optician", "Accessories"],
  ["insurance", "Insurance"],
  ["plumber", "Home Repair"],
  ["furniture", "Interior Decorating"],
  ["vet", "Veterinary Medicine"],
  ["wedding", "Weddings"],
  ["home", "Home & Garden"],
  ["news", "News"],
])("English: %s finds %s first", (typed, first) => {
  expect(names("en", typed)[0]).toBe(first);
});

test.each([
  ["Bäckerei", "Desserts & Backen"],
  ["Baeckerei", "Desserts & Backen"],
  ["brot", "Desserts & Backen"],
  ["Restaurant", "Essen gehen"],
  ["Blumen", "Gärtnern"],
  ["Blumenhandlung", "Gärtnern"],
  ["Zahnarzt", "Zahnpflege"],
  ["Coiffeur", "Schönheit"],
  ["Friseur", "Schönheit"],
  ["Garage", "Autoreparatur"],
  ["Physiotherapie", "Physiotherapie"],
  ["Hotel", "Hotels"],
  ["Immobilien", "Immobilien"],
  ["Anwalt", "Rechtsfragen"],
  ["Fitness", "Training"],
  ["Velo", "Velofahren"],
  ["Wein", "Wein"],
  ["Optiker", "Accessoires"],
  ["Treuhand", "Steuerplanung"],
  ["Schreinerei", "Umbau & Renovation"],
  ["Möbel", "Einrichten"],
  ["Tierarzt", "Tiermedizin"],
  ["Hochzeit", "Hochzeiten"],
  ["Haus", "Haus & Garten"],
  ["Bäckerei in Bern", "Desserts & Backen"],
])("German: %s finds %s first", (typed, first) => {
  expect(names("de", typed)[0]).toBe(first);
});

test.each([
  ["Florist", "Gärtnern"],
  ["Zuhause", "Haus & Garten"],
  ["Heim", "Haus & Garten"],
])("German: %s, which names other things too, finds %s first", (typed, first) => {
  expect(names("de", typed)[0]).toBe(first);
});

test.each([
  ["boulangerie", "Desserts et pâtisserie"],
  ["Boulangerie à Lausanne", "Desserts et pâtisserie"],
  ["restaurant", "Restaurants"],
  ["fleuriste", "Jardinage"],
  ["dentiste", "Soins dentaires"],
  ["coiffeuse", "Beauté"],
  ["salon de coiffure", "Beauté"],
  ["maison", "Maison et jardin"],
  ["domicile", "Maison et jardin"],
])("French: %s finds %s first", (typed, first) => {
  expect(names("fr", typed)[0]).toBe(first);
});

test.each([
  ["panetteria", "Dolci e prodotti da forno"],
  ["Panetteria a Lugano", "Dolci e prodotti da forno"],
  ["ristorante", "Ristoranti"],
  ["fiorista", "Giardinaggio"],
  ["fioraio", "Giardinaggio"],
  ["dentista", "Cure dentarie"],
  ["parrucchiere", "Bellezza"],
  ["casa", "Casa e giardino"],
])("Italian: %s finds %s first", (typed, first) => {
  expect(names("it", typed)[0]).toBe(first);
});

test("every category has a name of its own in every language", () => {
  const english = categoryTree("en");
  for (const lang of languages) {
    const tree = categoryTree(lang);
    expect(tree.map(({ children }) => children.length)).toEqual(english.map(({ children }) => children.length));
    const all = tree.flatMap((group) => [group, ...group.children]).map(({ category_name: name }) => name.trim());
    expect(all).not.toContain("");
  }
  expect(names("fr", "baking")).toEqual([]);
});

test("a word of a name comes before names that only begin with it", () => {
  const found = names("en", "home");
  expect(found.slice(0, 3)).not.toContain("Homeschooling");
  expect(found.indexOf("Home Repair")).toBeLessThan(found.indexOf("Homeschooling"));
});

test("words of the other language are found under the names of the screen's language", () => {
  expect(names("en", "Bäckerei")[0]).toBe("Desserts & Baking");
  expect(names("de", "bakery")[0]).toBe("Desserts & Backen");
});

test.each([
  ["de", "Bäck", "Desserts & Backen"],
  ["de", "Back", "Desserts & Backen"],
  ["de", "Blum", "Gärtnern"],
  ["de", "Coif", "Schönheit"],
  ["fr", "boul", "Desserts et pâtisserie"],
  ["fr", "dent", "Soins dentaires"],
  ["it", "panet", "Dolci e prodotti da forno"],
  ["en", "bak", "Desserts & Baking"],
] as const)("%s: %s, the start of a word of this language, finds %s before words of others", (lang, typed, first) => {
  expect(names(lang, typed)[0]).toBe(first);
});

test("results carry the category above them, are bounded, and nonsense finds nothing", () => {
  expect(searchCategories(categoryTree("en"), "bakery", "en")[0]).toEqual({
    id: "IAB8-8",
    name: "Desserts & Baking",
    parent: "Food & Drink",
  });
  expect(names("en", "e").length).toBeLessThanOrEqual(30);
  expect(names("en", "qqqq")).toEqual([]);
  expect(names("en", "  ")).toEqual([]);
});

test("each of at least 60 trades has words and categories of the tree", () => {
  expect(trades.length).toBeGreaterThanOrEqual(60);
  for (const { categories, words } of trades) {
    expect(categories.filter((id) => !isCategory(id))).toEqual([]);
    expect(
      Object.values(words)
        .flat()
        .filter((word) => word.trim() === ""),
    ).toEqual([]);
    expect(Object.values(words).flat().length).toBeGreaterThan(3);
  }
});
