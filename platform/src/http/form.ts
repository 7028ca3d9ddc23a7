import { stat } from "node:fs/promises";
import type { Multipart, MultipartValue, SavedMultipartFile } from "@fastify/multipart";
import type { FormLimits } from "@litfass/contract/kernel/endpoint";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { ContractMismatch, nulProblem, TooLarge } from "./errors.ts";
import { nulPath } from "./nul.ts";

/** A file of a form, stored temporarily until the response is sent. */
export type UploadedFile = { field: string; filename: string; contentType: string; path: string; sizeBytes: number };

const maxFields = 50;
const usualFieldBytes = 64 * 1024;

/**
 * Reads a form: files are stored temporarily, fields are validated by `schema`. Repeated fields, and names ending in
 * `[]`, are lists. A JSON body is accepted as a form without files. Reading stops at a limit, and stored files are
 * removed.
 * @throws ContractMismatch for invalid fields; 413 for more or larger parts than `limits` allows.
 */
export async function readForm(
  request: FastifyRequest,
  limits: FormLimits,
  schema: z.ZodType | undefined,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  const form = request.isMultipart() ? await request.saveRequestFiles({ limits: busboyLimits(limits) }) : null;
  const fields = form ? fieldsOf(form.values as Record<string, Multipart | Multipart[]>) : (request.body ?? {});
  const files = await Promise.all((form?.files ?? []).map(uploadedFile));
  const nul = nulPath(fields);
  if (nul !== null) throw nulProblem(nul);
  if (!schema) return { body: fields, files };
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (!parsed.success) throw new ContractMismatch(parsed.error, "body");
  return { body: parsed.data, files };
}

const busboyLimits = ({ files, fileBytes, fieldBytes = usualFieldBytes }: FormLimits) => ({
  files,
  fileSize: fileBytes,
  fields: maxFields,
  fieldSize: fieldBytes,
  fieldNameSize: 200,
  parts: files + maxFields,
});

function fieldsOf(parts: Record<string, Multipart | Multipart[]>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    const values = (Array.isArray(part) ? part : [part]).flatMap((one) => (one.type === "field" ? [textOf(one)] : []));
    if (values.length === 0) continue;
    const isList = name.endsWith("[]") || values.length > 1;
    fields[name.replace(/\[\]$/, "")] = isList ? values : values[0];
  }
  return fields;
}

/** The field exceeded its limit and was truncated. @throws 413 */
function textOf({ value, valueTruncated }: MultipartValue): unknown {
  if (valueTruncated) throw new TooLarge();
  return value;
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
