/** Facts about a span. Never values of queries, secrets or personal data: they leave the installation. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export type SpanKind = "internal" | "server" | "client" | "producer";

export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Headers of a request whose `traceparent` is continued; by default the span belongs to the current one. */
  continues?: Readonly<Record<string, string | string[] | undefined>>;
  /** Begins a new trace even inside another one. */
  isRoot?: boolean;
};

export type Span = {
  /** Runs something as a part of the span: spans that it starts are below this one. */
  within<Result>(run: () => Result): Result;
  set(attributes: Attributes): void;
  /** Ends the span; an error is recorded by its type only, because messages can contain values. */
  end(error?: unknown): void;
};

export type Tracer = {
  start(name: string, options?: SpanOptions): Span;
  /** Whether there is a current span. */
  isInside(): boolean;
  /** The headers that continue the current trace in another process. */
  headers(): Record<string, string>;
  /** Sends what is waiting. */
  close(): Promise<void>;
};

let current: Tracer | null = null;

/** The tracer; null while tracing is off, so that it costs nothing. */
export const tracer = (): Tracer | null => current;

/** Turns tracing on with a tracer, or off. Only at the start and the end of a process, and in tests. */
export function setTracer(next: Tracer | null): void {
  current = next;
}

/** Runs something in a span that ends with it. */
export function inSpan<Result>(name: string, options: SpanOptions, run: () => Promise<Result>): Promise<Result> {
  return current === null ? run() : runIn(current.start(name, options), run);
}

/**
 * The same for a part of a larger operation, such as a query. Without a current span there is none: background loops
 * would begin a trace with each query.
 */
export function inPartSpan<Result>(name: string, options: SpanOptions, run: () => Promise<Result>): Promise<Result> {
  return current?.isInside() ? runIn(current.start(name, options), run) : run();
}

/** The headers that continue the current trace, for calls to the installation's own processes only. */
export const traceHeaders = (): Record<string, string> => current?.headers() ?? {};

async function runIn<Result>(span: Span, run: () => Promise<Result>): Promise<Result> {
  try {
    // A query of Drizzle begins when it is awaited, so it is awaited inside.
    const result = await span.within(async () => await run());
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
