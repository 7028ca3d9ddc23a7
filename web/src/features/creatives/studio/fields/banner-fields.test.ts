import type { ContentValues } from "@litfass/contract/creatives/creative-content";
import { expect, test } from "vitest";
import { bannerFieldsOf } from "./banner-fields.ts";

const picture = (uuid: string) => ({
  uuid,
  kind: "image" as const,
  name: `${uuid}.png`,
  url: `/${uuid}`,
  width: 40,
  height: 20,
  size_bytes: 5,
  tones: ["#ff0000"],
});
const values: ContentValues = {
  title: " Warm from the oven ",
  description: "",
  button_text: "Order",
  background_color: "#ffc94a",
  button_color: "#2b1a0e",
  font: null,
  logo: { ...picture("logo"), kind: "logo" },
  images: [
    { ...picture("one"), focus: { x: 0.2, y: 0.8 }, crops: {} },
    { ...picture("two"), focus: { x: 0.5, y: 0.5 }, crops: {} },
  ],
  lang: "de",
};

test("maps colors, texts, logo and images with their focus to renderer fields", () => {
  const fields = bannerFieldsOf(
    values,
    new Map([
      ["logo", "data:logo"],
      ["one", "data:one"],
    ]),
  );
  expect(fields).toEqual({
    title: "Warm from the oven",
    description: "",
    buttonText: "Order",
    background: "#ffc94a",
    button: "#2b1a0e",
    font: null,
    lang: "de",
    logo: { src: "data:logo", width: 40, height: 20, tones: ["#ff0000"] },
    images: [{ src: "data:one", width: 40, height: 20, focus: [0.2, 0.8], crops: {} }],
  });
});

test("examples fill only empty fields", () => {
  const fields = bannerFieldsOf(values, new Map(), { title: "A", description: "B", buttonText: "C" });
  expect([fields.title, fields.description, fields.buttonText]).toEqual(["Warm from the oven", "B", "Order"]);
});
