import { expect, test } from "vitest";
import { onDemandViolations } from "./on-demand.ts";
import { sourceOf } from "./read-sources.ts";

const api = "server/src/processes/api.ts";
const check = (texts: Record<string, string>): string[] => {
  const known = new Set(Object.keys(texts));
  return onDemandViolations(Object.entries(texts).map(([file, text]) => sourceOf(file, text, known))).map(
    ({ path, rule }) => `${path}: ${rule}`,
  );
};

test("a process does not load a large package at its start, however far away", () => {
  const pay = "server/src/processes/pay.ts";
  const withPay = (text: string) => check({ [api]: 'import "./pay.ts";', [pay]: text });
  expect(withPay('import Stripe from "stripe"; export const pay = Stripe;')).toEqual([
    `${pay}: ${api} loads stripe at its first use, not at its start`,
  ]);
  expect(withPay('import type Stripe from "stripe";')).toEqual([]);
  expect(withPay('export const pay = () => import("stripe");')).toEqual([]);
  expect(check({ [api]: 'export const pay = () => import("./pay.ts");', [pay]: 'import "stripe";' })).toEqual([]);
  expect(check({ "scripts/start.ts": 'import "fastify";' })).toHaveLength(1);
});
