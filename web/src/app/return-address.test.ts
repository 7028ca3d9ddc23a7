import { describe, expect, test } from "vitest";
import { returnAddress, signInPath } from "./return-address.ts";

const origin = "https://app.example";
const returned = (next: string) => returnAddress(`?${new URLSearchParams({ next })}`, origin);

describe("the address to return to after signing in", () => {
  test.each(["/campaigns/7?step=budget", "/users?group=staff&page=2#list", "/invoices/T-2026-00001", "/no-such-page"])(
    "%s survives the sign-in screen",
    (address) => {
      const { pathname, search, hash } = new URL(address, origin);
      const signIn = new URL(signInPath({ pathname, search, hash }), origin);
      expect(signIn.pathname).toBe("/login");
      expect(returnAddress(signIn.search, origin)).toBe(address);
    },
  );

  test("home needs none", () => {
    expect(signInPath({ pathname: "/dashboard", search: "", hash: "" })).toBe("/login");
    expect(returnAddress("", origin)).toBeNull();
  });

  test.each([
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "/\\elsewhere.example/",
    "/\t/elsewhere.example/",
    "/.//elsewhere.example/",
    "/..//elsewhere.example/",
    "javascript:alert(1)",
    "campaigns",
    "",
    "/login",
    "/login/?next=/login",
    "/register",
    "/api/v1/statistics/export",
  ])("rejects %j", (next) => {
    expect(returned(next)).toBeNull();
  });
});
