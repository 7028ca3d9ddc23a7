import { type FieldErrors, fieldErrors } from "@litfass/contract/kernel/field-errors";
import type { Language } from "@litfass/contract/kernel/language";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";

/** Lets the pages of this scope take forms that a browser posts without a script. */
export function acceptPageForms(app: FastifyInstance): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

type Checked<T> = { data: T } | { values: Record<string, string>; errors: FieldErrors };

/** A posted form by its schema: the data, or what was typed with a message for each wrong field. */
export function checkForm<S extends z.ZodType>(schema: S, body: unknown, language: Language): Checked<z.output<S>> {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true });
  if (parsed.success) return { data: parsed.data };
  const values = Object.fromEntries(
    Object.entries(body ?? {}).filter((each): each is [string, string] => typeof each[1] === "string"),
  );
  return { values, errors: fieldErrors(parsed.error, language) };
}
