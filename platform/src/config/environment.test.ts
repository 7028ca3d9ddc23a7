import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { variableNames } from "../../../server/src/processes/config.ts";

test("the operating guide lists every variable, and no unknown one", () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, "../../../docs/operating.md"), "utf8");
  const table = guide
    .slice(guide.indexOf("| Variable |"))
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const told = table.flatMap((line) =>
    [...(line.split("|")[1] ?? "").matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  expect(told.sort()).toEqual(variableNames.toSorted());
});
