import { expect, test } from "vitest";
import { networkOf, sourceOf } from "./network.ts";

test.each([
  ["203.0.113.9", "203.0.113.0"],
  ["::ffff:203.0.113.9", "203.0.113.0"],
  ["2001:DB8:7:1:2:3:4:5", "2001:db8:7::"],
  ["::1", "::"],
  ["", null],
])("the network of %s", (address, network) => {
  expect(networkOf(address, { ipv4: 24, ipv6: 48 })).toBe(network);
});

test("a client that uses another address of the same IPv6 network keeps its count", () => {
  expect(sourceOf("2001:db8:7:1::5")).toBe(sourceOf("2001:db8:7:1:ffff::9"));
  expect(sourceOf("2001:db8:7:1::5")).not.toBe(sourceOf("2001:db8:7:2::5"));
  expect(sourceOf("203.0.113.9")).not.toBe(sourceOf("203.0.113.8"));
  expect(sourceOf("unknown")).toBe("unknown");
});
