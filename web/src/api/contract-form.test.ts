import { emailSchema, passwordSchema } from "@litfass/contract/kernel/validation";
import { describe, expect, test } from "vitest";
import { checkEach } from "./contract-form.ts";

describe("the rules of the sign-in forms", () => {
  const check = checkEach<{ email: string; password: string }>({ email: emailSchema, password: passwordSchema });
  const said = (email: string, password: string) => check({ email, password });

  test("[RULE-012] an empty e-mail is required", () => {
    expect(said("", "12345678")).toEqual({ email: "E-mail is required" });
  });

  test("[RULE-013] an e-mail has the form x@y.z", () => {
    expect(said("a@b.c", "12345678")).toEqual({});
    for (const email of ["a@b", "a b@c.d", "abc"])
      expect(said(email, "12345678")).toEqual({ email: "E-mail must be valid" });
  });

  test("[RULE-015] [RULE-016] [RULE-020] [CONST-029] a password has at least 8 characters, with the fixed message", () => {
    expect(said("a@b.c", "1234567")).toEqual({ password: "Password must be more than 8 characters" });
    expect(said("a@b.c", "12345678")).toEqual({});
  });
});
