import type { ConnectionService } from "@litfass/contract/connections/connections";
import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const connections = pgTable(
  "connections",
  {
    uid: text("uid").notNull(),
    service: text("service").$type<ConnectionService>().notNull(),
    subject: text("subject").notNull(),
    accountName: text("account_name").notNull(),
    sealedTokens: text("sealed_tokens").notNull(),
    connectedAt: instant("connected_at").notNull(),
    fetchedAt: instant("fetched_at"),
    brokenAt: instant("broken_at"),
  },
  (table) => [primaryKey({ columns: [table.uid, table.service] })],
);
export type ConnectionRow = typeof connections.$inferSelect;
