import { expect, test } from "vitest";
import { fieldErrors } from "./field-errors.ts";
import { message } from "./messages.ts";
import { emailSchema } from "./validation.ts";

test("[RULE-013] rejects an address of two megabytes without testing its form", () => {
  const parsed = emailSchema.safeParse(`a@${".".repeat(2_000_000)} x`);
  expect(parsed.error && fieldErrors(parsed.error, "en")).toEqual({ "": [message("email.invalid", "en")] });
  expect(parsed.error?.issues.map(({ code }) => code)).toEqual(["too_big"]);
}, 5_000);
