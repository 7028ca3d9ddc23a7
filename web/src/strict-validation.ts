// zod compiles schemas where it may. The content security policy forbids it, and each attempt would be a violation. zod is
// loaded later, with the first form, and reads this setting then.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
