import { Gauge, type Registry } from "prom-client";

/** A gauge whose value is read for each collection. If that fails it has no value. */
export function addReadGauge(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read: () => Promise<number> },
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.reset();
      const value = await read().catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}
