import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { startTestSandbox } from "../../sandbox/src/testing/start-test-sandbox.ts";
import { exampleObjects, sdkAt } from "../../sandbox/src/testing/testing-stripe-objects.ts";
import { conformance } from "./samples.ts";

conformance(
  "the sandbox's card objects have every field of Stripe's examples",
  "stripe/fixtures3.json",
  async (file) => {
    const { resources } = JSON.parse(readFileSync(file, "utf8")) as { resources: Record<string, object> };
    const sandbox = await startTestSandbox();
    try {
      const objects = await exampleObjects(sdkAt(sandbox.url));
      for (const object of objects) {
        const absent = Object.keys(resources[object.object] ?? {}).filter((field) => !(field in object));
        expect({ object: object.object, absent }).toEqual({ object: object.object, absent: [] });
      }
      return objects.length;
    } finally {
      await sandbox.stop();
    }
  },
);
