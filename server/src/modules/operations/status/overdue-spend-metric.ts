import type { Database } from "@litfass/platform/postgres/postgres";
import { Gauge, type Registry } from "prom-client";
import { overdueSpendMs } from "./overdue-spend-sql.ts";

/** Whether the books keep up with what is charged. Without PostgreSQL there is no value. */
export function addOverdueSpendMetric(registry: Registry, db: Database): void {
  new Gauge({
    name: "litfass_open_spend_overdue_seconds",
    help: "Seconds since the end of the oldest hour whose spend is not booked in the ledger; 0 if there is none",
    registers: [registry],
    async collect() {
      this.reset();
      const overdueMs = await overdueSpendMs(db).catch(() => null);
      if (overdueMs === null) this.remove();
      else this.set(overdueMs / 1000);
    },
  });
}
