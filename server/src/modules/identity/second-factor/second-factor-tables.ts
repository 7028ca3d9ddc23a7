import { bigint, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const secondFactors = pgTable("second_factors", {
  uid: text("uid").primaryKey(),
  sealedSecret: text("sealed_secret").notNull(),
  confirmedAt: instant("confirmed_at"),
  lastStep: bigint("last_step", { mode: "number" }),
  createdAt: instant("created_at").notNull(),
});
export type SecondFactorRow = typeof secondFactors.$inferSelect;

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    uid: text("uid").notNull(),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [primaryKey({ columns: [table.uid, table.codeHash] })],
);

export const signInChallenges = pgTable("sign_in_challenges", {
  idHash: text("id_hash").primaryKey(),
  uid: text("uid").notNull(),
  /** The pending sign-in at the built-in provider; null for another provider. */
  signInId: text("sign_in_id"),
  expiresAt: instant("expires_at").notNull(),
});
