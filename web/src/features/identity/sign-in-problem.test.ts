import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import german from "../../i18n/de/identity.json" with { type: "json" };
import english from "../../i18n/en/identity.json" with { type: "json" };
import { problemOf } from "./sign-in-problem.ts";
import { windowFeatures } from "./social-window.ts";

afterEach(() => vi.restoreAllMocks());
const coded = (code: string) => problemOf(Object.assign(new Error(code), { code: `auth/${code}` }));

test("[ERR-012] [ERR-013] [ERR-014] [ERR-015] wrong or taken credentials show one text", () => {
  for (const code of ["user-not-found", "wrong-password", "email-already-in-use", "credential-already-in-use"]) {
    expect(coded(code)).toBe("incorrect");
  }
  expect(english.problems.incorrect).toBe("E-mail or password is incorrect");
});

test("[ERR-010] [ERR-016] [ERR-011] the texts are those of the specification", () => {
  expect(problemOf(new ApiError({ status: 403, code: "forbidden", message: "" }))).toBe("disabled");
  expect(english.problems.disabled).toBe(
    "Access to this account has been temporarily disabled. Please contact Administrator",
  );
  expect(coded("too-many-requests")).toBe("tooMany");
  expect(english.problems.tooMany).toBe(
    "Access to this account has been temporarily disabled due to many failed login attempts. You can immediately restore it by resetting your password or you can try again later.",
  );
  expect(coded("account-exists-with-different-credential")).toBe("otherProvider");
  expect(english.problems.otherProvider).toBe(
    "You have already logged in with google account. Please login with google and link Facebook to your account",
  );
});

test("[ERR-019] other errors are only logged", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(coded("internal-error")).toBeNull();
  expect(problemOf(new ApiError({ status: 500, code: "internal", message: "" }))).toBeNull();
  expect(logged).toHaveBeenCalledTimes(2);
});

test("every problem has its text in both languages", () => {
  expect(Object.keys(german.problems)).toEqual(Object.keys(english.problems));
});

test("[CONST-045] the social sign-in window is 500 x 600", () => {
  expect(windowFeatures({ width: 1440, height: 900 })).toBe("popup,width=500,height=600,left=470,top=150");
});
