import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../log/log.ts";
import { databaseOn } from "./database-on.ts";
import { connectPostgres, type Database, type Postgres, sqlStateOf } from "./postgres.ts";
import { newReplicaLag } from "./replica-lag.ts";
import { primaryPosition, replicaPosition } from "./replica-sql.ts";

/** Why reports are read from the primary although there is a replica. */
export type ReplicaProblem = "unreachable" | "behind" | "no_replica";

export type ReplicaState = {
  /** Null while it is unknown. */
  lagMs: number | null;
  maxLagMs: number;
  /** Null: reports are read from the replica. */
  problem: ReplicaProblem | null;
  /** Statements of reports since the start. */
  reads: { replica: number; primary: number };
};

/** Where reports are read: the replica while it is up to date, else the primary. */
export type ReportDatabase = {
  db: Database;
  /** Null without a replica. */
  replica(): ReplicaState | null;
  /** Examines the replica now. */
  examine(): Promise<void>;
  close(): Promise<void>;
};

const examineEveryMs = 1_000;
/** For each of the two servers. One without an answer may hold its connections open. */
const answerMs = 2_000;
/** Beyond the limit that the server itself sets. */
const queryTimeoutMs = 32_000;
const maxConnections = 5;
/** Errors of the statement itself, which the primary would report too. */
const ownFault = /^(?:22|23|25006|57014)/;

/**
 * Opens what reports read. A statement that the replica fails to run is run on the primary, so a replica that goes
 * away, is restarted or lacks a migration costs time and nothing else (decision 61).
 */
export function openReportDatabase(parts: {
  primary: Postgres;
  replicaUrl: string | null;
  maxLagMs: number;
  log: Log;
}): ReportDatabase {
  const { primary, replicaUrl, maxLagMs, log } = parts;
  if (replicaUrl === null) {
    return { db: primary.db, replica: () => null, examine: async () => {}, close: async () => {} };
  }
  const replica = connectPostgres(replicaUrl, {
    log,
    maxConnections,
    queryTimeoutMs,
    connectTimeoutMs: answerMs,
  });
  const lag = newReplicaLag();
  const state: ReplicaState = { lagMs: null, maxLagMs, problem: "unreachable", reads: { replica: 0, primary: 0 } };
  let hasLogged = false;

  const judge = (problem: ReplicaProblem | null, lagMs: number | null, error?: unknown): void => {
    if (problem !== state.problem || !hasLogged) {
      const facts = { problem, lagMs, ...(error === undefined ? {} : { err: error }) };
      if (problem === null) log.info(facts, "reports are read from the replica");
      else log.warn(facts, "reports are read from the primary: the replica is not up to date");
    }
    hasLogged = true;
    Object.assign(state, { problem, lagMs });
  };
  const examine = async (): Promise<void> => {
    try {
      // While the primary does not answer, the replica has all that there is to read.
      const known = await inTime(primaryPosition(primary.db)).catch(() => null);
      if (known) lag.notePrimary(known.position, performance.now());
      const found = await inTime(replicaPosition(replica.db));
      if (found === null || (known !== null && found.cluster !== known.cluster)) return judge("no_replica", null);
      const lagMs = lag.of(found.position, performance.now());
      judge(lagMs === null || lagMs > maxLagMs ? "behind" : null, lagMs === null ? null : Math.round(lagMs));
    } catch (error) {
      judge("unreachable", null, error);
    }
  };
  const pool = new ReportPool(primary.pool, replica.pool, {
    isUsable: () => state.problem === null,
    onRead: (server) => {
      state.reads[server] += 1;
    },
    onFailure: (error) => judge("unreachable", null, error),
  });
  let examining: Promise<void> | null = null;
  const timer = setInterval(() => {
    examining ??= examine().finally(() => {
      examining = null;
    });
  }, examineEveryMs);
  timer.unref();
  return {
    db: databaseOn(pool as unknown as pg.Pool),
    replica: () => ({ ...state, reads: { ...state.reads } }),
    examine,
    async close() {
      clearInterval(timer);
      await examining;
      await replica.close();
    },
  };
}

/** Rejects without an answer in time. */
const inTime = <Result>(answer: Promise<Result>): Promise<Result> =>
  Promise.race([
    answer,
    wait(answerMs, undefined, { ref: false }).then(() => {
      throw new Error("no answer in time");
    }),
  ]);

type Watch = {
  isUsable(): boolean;
  onRead(server: "replica" | "primary"): void;
  onFailure(error: unknown): void;
};

/** The part of a pool that Drizzle uses. Its name tells Drizzle to take a connection for a transaction. */
class ReportPool {
  readonly #primary: pg.Pool;
  readonly #replica: pg.Pool;
  readonly #watch: Watch;

  constructor(primary: pg.Pool, replica: pg.Pool, watch: Watch) {
    this.#primary = primary;
    this.#replica = replica;
    this.#watch = watch;
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.#watch.isUsable()) {
      try {
        const result = await this.#replica.query(config, values);
        this.#watch.onRead("replica");
        return result;
      } catch (error) {
        if (ownFault.test(sqlStateOf(error) ?? "")) throw error;
        this.#watch.onFailure(error);
      }
    }
    this.#watch.onRead("primary");
    return this.#primary.query(config, values);
  }

  /** A connection for a transaction. It would not be repeated on the primary, so it begins there. */
  connect(): Promise<pg.PoolClient> {
    return this.#primary.connect();
  }
}
