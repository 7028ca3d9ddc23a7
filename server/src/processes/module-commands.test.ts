import { errorStatus } from "@litfass/contract/kernel/errors";
import { commonErrors } from "@litfass/platform/command/command";
import { expect, test } from "vitest";
import { moduleCommands } from "./module-commands.ts";

const names = moduleCommands.map(({ name }) => name);

test("no two commands have the same name", () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("a command is called module.verb_object", () => {
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)+$/.test(name))).toEqual([]);
});

test("a command declares each error once, without those that every command may throw", () => {
  const common: readonly string[] = commonErrors;
  const wrong = moduleCommands.flatMap(({ name, errors }) =>
    errors
      .filter((error, index) => errors.indexOf(error) !== index || common.includes(error) || !(error in errorStatus))
      .map((error) => `${name}: ${error}`),
  );
  expect(wrong).toEqual([]);
});
