import { emailSchema, passwordSchema } from "@litfass/contract/validation";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkEach, debounced, validationDelayMs } from "./contract-form.ts";

describe("checking a form", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("[RULE-CUS-004] runs 16 ms after the last input, once", async () => {
    const check = vi.fn((values: string) => values);
    const wait = debounced(check);
    const first = wait("a");
    vi.advanceTimersByTime(10);
    const second = wait("ab");
    vi.advanceTimersByTime(15);
    expect(check).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await Promise.all([first, second])).toEqual(["ab", "ab"]);
    expect(check).toHaveBeenCalledTimes(1);
    expect(validationDelayMs).toBe(16);
  });
});

describe("the rules of the sign-in forms", () => {
  const check = checkEach<{ email: string; password: string }>({ email: emailSchema, password: passwordSchema });
  const said = (email: string, password: string) => check({ email, password });

  test("[RULE-012] an empty e-mail is required", () => {
    expect(said("", "12345678")).toEqual({ email: "E-mail is required" });
  });

  test("[RULE-013] an e-mail has the shape x@y.z", () => {
    expect(said("a@b.c", "12345678")).toEqual({});
    for (const email of ["a@b", "a b@c.d", "abc"])
      expect(said(email, "12345678")).toEqual({ email: "E-mail must be valid" });
  });

  test("[RULE-015] [RULE-016] [RULE-020] [CONST-029] a password has at least 8 characters, with the fixed message", () => {
    expect(said("a@b.c", "1234567")).toEqual({ password: "Password must be more than 8 characters" });
    expect(said("a@b.c", "12345678")).toEqual({});
  });
});
