import { stat } from "node:fs/promises";
import type { Multipart, SavedMultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { ContractMismatch } from "./errors.ts";

/** A file of a form. It lies in a temporary place until the answer is sent. */
export type UploadedFile = { field: string; filename: string; contentType: string; path: string; sizeBytes: number };

/** Largest form that is taken at all. Rooms check their own, smaller limits. */
export const formLimits = { fileSize: 512 * 1024 * 1024, files: 50, fields: 500, fieldSize: 1024 * 1024 };

/**
 * Reads a form: files go to temporary places, fields are checked by `schema`. A field that comes several times, or whose
 * name ends in `[]`, is a list. A JSON body is taken as a form without files.
 * @throws ContractMismatch for fields that do not fit.
 */
export async function readForm(
  request: FastifyRequest,
  schema: z.ZodType | undefined,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  const form = request.isMultipart() ? await request.saveRequestFiles() : null;
  const fields = form ? fieldsOf(form.values as Record<string, Multipart | Multipart[]>) : (request.body ?? {});
  const files = await Promise.all((form?.files ?? []).map(uploadedFile));
  if (!schema) return { body: fields, files };
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (!parsed.success) throw new ContractMismatch(parsed.error, "body");
  return { body: parsed.data, files };
}

function fieldsOf(parts: Record<string, Multipart | Multipart[]>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    const values = (Array.isArray(part) ? part : [part]).flatMap((one) => (one.type === "field" ? [one.value] : []));
    if (values.length === 0) continue;
    const isList = name.endsWith("[]") || values.length > 1;
    fields[name.replace(/\[\]$/, "")] = isList ? values : values[0];
  }
  return fields;
}

async function uploadedFile(file: SavedMultipartFile): Promise<UploadedFile> {
  const { size } = await stat(file.filepath);
  return {
    field: file.fieldname.replace(/\[\]$/, ""),
    filename: file.filename,
    contentType: file.mimetype,
    path: file.filepath,
    sizeBytes: size,
  };
}
