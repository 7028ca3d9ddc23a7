import { Counter, Gauge, type Registry } from "prom-client";
import type { ReportDatabase } from "./report-database.ts";

/** Whether reports are read from the replica, and how far it is behind. Without a replica there are no values. */
export function addReplicaMetrics(registry: Registry, reports: Pick<ReportDatabase, "replica">): void {
  const registers = [registry];
  new Gauge({
    name: "litfass_replica_used",
    help: "1 while reports are read from the replica, 0 while they are read from the primary instead",
    registers,
    collect() {
      const replica = reports.replica();
      this.reset();
      if (replica) this.set(Number(replica.problem === null));
      else this.remove();
    },
  });
  new Gauge({
    name: "litfass_replica_lag_seconds",
    help: "How far the replica of PostgreSQL is behind, while it is known",
    registers,
    collect() {
      const lagMs = reports.replica()?.lagMs ?? null;
      this.reset();
      if (lagMs === null) this.remove();
      else this.set(lagMs / 1000);
    },
  });
  new Counter({
    name: "litfass_report_statements_total",
    help: "Statements of reports by the server that ran them, where there is a replica",
    labelNames: ["server"],
    registers,
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(reports.replica()?.reads ?? {})) this.inc({ server }, count);
    },
  });
}
