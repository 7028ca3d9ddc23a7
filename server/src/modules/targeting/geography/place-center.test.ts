import { expect, test } from "vitest";
import { centerOf } from "./place-center.ts";

test("known cities and regions have a center, unknown ones have none", () => {
  const near = (found: ReturnType<typeof centerOf>, latitude: number, longitude: number) => {
    expect(Math.abs((found?.latitude ?? 0) - latitude)).toBeLessThan(0.3);
    expect(Math.abs((found?.longitude ?? 0) - longitude)).toBeLessThan(0.3);
  };
  near(centerOf({ country: "CH", region: "CH-BE", city: "Bern" }), 46.95, 7.45);
  near(centerOf({ country: "CH", region: "", city: "Zürich" }), 47.37, 8.54);
  near(centerOf({ country: "CH", region: "CH-ZH", city: "" }), 47.39, 8.6);
  near(centerOf({ country: "AT", region: "AT-9", city: "Wien" }), 48.2, 16.37);
  near(centerOf({ country: "AT", region: "AT-9", city: "Vienna" }), 48.2, 16.37);
  near(centerOf({ country: "DE", region: "DE-BE", city: "" }), 52.5, 13.4);
  expect(centerOf({ country: "CH", region: "CH-XX", city: "" })).toBeNull();
  expect(centerOf({ country: "CH", region: "CH-BE", city: "Nirgendwo" })).toBeNull();
});
