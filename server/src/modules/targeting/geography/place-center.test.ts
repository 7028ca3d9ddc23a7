import { expect, test } from "vitest";
import { centreOf } from "./place-center.ts";

test("cities and regions lie where they are; what is not known lies nowhere", () => {
  const near = (found: ReturnType<typeof centreOf>, latitude: number, longitude: number) => {
    expect(Math.abs((found?.latitude ?? 0) - latitude)).toBeLessThan(0.3);
    expect(Math.abs((found?.longitude ?? 0) - longitude)).toBeLessThan(0.3);
  };
  near(centreOf({ country: "CH", region: "CH-BE", city: "Bern" }), 46.95, 7.45);
  near(centreOf({ country: "CH", region: "", city: "Zürich" }), 47.37, 8.54);
  near(centreOf({ country: "CH", region: "CH-ZH", city: "" }), 47.39, 8.6);
  near(centreOf({ country: "AT", region: "AT-9", city: "Wien" }), 48.2, 16.37);
  near(centreOf({ country: "AT", region: "AT-9", city: "Vienna" }), 48.2, 16.37);
  near(centreOf({ country: "DE", region: "DE-BE", city: "" }), 52.5, 13.4);
  expect(centreOf({ country: "CH", region: "CH-XX", city: "" })).toBeNull();
  expect(centreOf({ country: "CH", region: "CH-BE", city: "Nirgendwo" })).toBeNull();
});
