import { expect, test } from "vitest";
import { clientRoutes } from "../../../web/src/app/client-routes.ts";
import { examples } from "./example-addresses.ts";

test("the walk through every screen has an example of each route with parameters, and of no other", () => {
  const withParameters = clientRoutes.map(({ path }) => path).filter((path) => path.includes(":"));
  expect(Object.keys(examples).sort()).toEqual(withParameters.sort());
});
