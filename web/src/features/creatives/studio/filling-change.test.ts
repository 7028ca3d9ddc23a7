import { contentSchema } from "@litfass/contract/creatives/creative-content";
import { expect, test } from "vitest";
import { byField, changeOf, drawnValues, without } from "./filling-change.ts";

const uuid = "5a7f0000-0000-4000-8000-000000000001";
const picture = {
  uuid,
  kind: "image" as const,
  name: "a.png",
  url: "/a",
  width: 9,
  height: 9,
  size_bytes: 1,
  tones: [],
};
const saved = {
  title: "Bread",
  description: "",
  button_text: "",
  background_color: "#ffffff",
  button_color: "#338cf5",
  font: null,
  logo: null,
  images: [],
  lang: "en" as const,
};

test("a patch is sent with image uuids and only with its own fields", () => {
  expect(changeOf({ title: "Rolls" })).toEqual({ title: "Rolls" });
  const change = changeOf({
    logo: { ...picture, kind: "logo" },
    images: [{ ...picture, focus: { x: 0, y: 1 }, crops: {} }],
  });
  expect(change).toEqual({ logo: uuid, images: [{ uuid, focus: { x: 0, y: 1 }, crops: {} }] });
  expect(contentSchema.safeParse(change).success).toBe(true);
  expect(changeOf({ logo: null })).toEqual({ logo: null });
});

test("messages are mapped to their fields, and invalid fields are not sent", () => {
  const messages = byField({ "images.1.uuid": "No", title: "Too long" });
  expect(messages).toEqual({ images: "No", title: "Too long" });
  expect(without({ title: "x".repeat(31), button_text: "Go" }, messages)).toEqual({ button_text: "Go" });
});

test("a color is rendered only once it is valid", () => {
  expect(drawnValues(saved, { background_color: "#ff" }).background_color).toBe("#ffffff");
  expect(drawnValues(saved, { background_color: "#FFC94A" }).background_color).toBe("#FFC94A");
  expect(drawnValues(saved, { title: "Rolls" }).title).toBe("Rolls");
});
