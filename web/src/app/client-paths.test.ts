import { hasClientScreen } from "@litfass/contract/site/client-paths";
import { expect, test } from "vitest";
import { clientRoutes } from "./client-routes.ts";

test("[PAGE-016] the server knows every screen of the app, and no other single segment", () => {
  const paths = clientRoutes.map(({ path }) => path);
  expect(paths.filter((path) => !hasClientScreen(path.replaceAll(/:\w+/g, "1")))).toEqual([]);
  const segments = new Set(paths.map((path) => path.split("/")[1] ?? ""));
  const alone = [...segments].filter((segment) => hasClientScreen(`/${segment}`));
  expect(alone.filter((segment) => !paths.includes(`/${segment}`))).toEqual([]);
  for (const path of ["/", "/fr", "/en", "/no-such-page", "/toString"]) expect(hasClientScreen(path), path).toBe(false);
});
