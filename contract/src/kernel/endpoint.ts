import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Who } from "./who.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The account state required by the call (430 with the fresh user otherwise): `filled` = verified e-mail, filled
 * profile and accepted terms (the default for signed-in calls), `verified` = verified e-mail only, `any` = also
 * unverified or incomplete.
 */
export type AccountNeed = "filled" | "verified" | "any";

/**
 * The allowed number of files, their fields, and the bytes of each; `fieldBytes` if a field may be longer than 64 KB.
 */
export type FormLimits = {
  files: number;
  fileBytes: number;
  fieldBytes?: number;
  fileFields: Record<string, "one" | "many">;
};

/** A file response: its media types, and whether it supports `Range` requests. */
export type FileOutput = { file: string[]; ranges?: true };

type Schema = z.ZodType;

export type EndpointDefinition<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Output extends Schema | FileOutput | null = Schema | FileOutput | null,
> = {
  method: Method;
  /** Path below /api/v1, parameters as `:name`. */
  path: string;
  /** Aliases of the path, which are not in the document. */
  aliases?: string[];
  summary: string;
  tag: string;
  who: Who;
  account?: AccountNeed;
  params?: Params;
  query?: Query;
  /** Body schema; `multipart` if the body is a form with files. */
  body?: Body;
  multipart?: FormLimits;
  /** Schema of the response, a file, or null for 204. */
  output: Output;
  /** Status of success; 200, or 204 if the output is null. */
  status?: 200 | 201;
  /**
   * Errors beyond those every call can return (401, 403, 413, 419, 422, 429, 430, 500, and 404 for an impossible
   * path).
   */
  errors?: ErrorCode[];
  /**
   * The call does the same with and without a session. Public pages make it without any cookie: only the request's
   * origin is checked, not the anti-forgery token.
   */
  sessionless?: true;
  /** The call moves money: it accepts `Idempotency-Key`, and its effect is unique for that key forever. */
  movesMoney?: true;
  /** Accepts `Idempotency-Key` although it moves no money: the response is stored for a week. */
  acceptsKey?: true;
};

/** Whether a repeated call with the same `Idempotency-Key` gets the first response. */
export const acceptsIdempotencyKey = ({ movesMoney, acceptsKey }: EndpointDefinition): boolean =>
  Boolean(movesMoney || acceptsKey);

/** Declares an endpoint; an endpoint without `who` does not compile. */
export const endpoint = <
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Output extends Schema | FileOutput | null = null,
>(
  definition: EndpointDefinition<Params, Query, Body, Output>,
): EndpointDefinition<Params, Query, Body, Output> => definition;

type InputOf<S> = S extends Schema ? z.input<S> : undefined;
type ParsedOf<S> = S extends Schema ? z.output<S> : undefined;

/** The input type for clients. */
export type CallInput<E> =
  E extends EndpointDefinition<infer P, infer Q, infer B, infer _O>
    ? { params: InputOf<P>; query: InputOf<Q>; body: InputOf<B> }
    : never;
/** The input type on the server, after validation. */
export type CallParsed<E> =
  E extends EndpointDefinition<infer P, infer Q, infer B, infer _O>
    ? { params: ParsedOf<P>; query: ParsedOf<Q>; body: ParsedOf<B> }
    : never;
/** The output type for clients. */
export type CallOutput<E> =
  E extends EndpointDefinition<infer _P, infer _Q, infer _B, infer O>
    ? O extends Schema
      ? z.output<O>
      : O extends FileOutput
        ? Blob
        : undefined
    : never;
