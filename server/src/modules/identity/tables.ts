import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { JWK } from "jose";

const instant = (name: string) => timestamp(name, { withTimezone: true });

export const accounts = pgTable("identity_accounts", {
  localId: text("local_id").primaryKey(),
  email: text("email"),
  emailVerified: boolean("email_verified").notNull().default(false),
  displayName: text("display_name"),
  photoUrl: text("photo_url"),
  passwordHash: text("password_hash"),
  passwordUpdatedAt: instant("password_updated_at"),
  emailLinkSignIn: boolean("email_link_sign_in").notNull().default(false),
  disabled: boolean("disabled").notNull().default(false),
  generation: integer("generation").notNull().default(1),
  validSince: instant("valid_since").notNull(),
  createdAt: instant("created_at").notNull(),
  lastLoginAt: instant("last_login_at"),
  lastRefreshAt: instant("last_refresh_at"),
});
export type AccountRow = typeof accounts.$inferSelect;

export const accountProviders = pgTable(
  "identity_providers",
  {
    providerId: text("provider_id").notNull(),
    rawId: text("raw_id").notNull(),
    localId: text("local_id").notNull(),
    email: text("email"),
    displayName: text("display_name"),
    photoUrl: text("photo_url"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.rawId] })],
);
export type AccountProviderRow = typeof accountProviders.$inferSelect;

export const refreshTokens = pgTable("identity_refresh_tokens", {
  tokenHash: text("token_hash").primaryKey(),
  localId: text("local_id").notNull(),
  signInProvider: text("sign_in_provider").notNull(),
  claims: jsonb("claims").$type<Record<string, unknown>>().notNull().default({}),
  generation: integer("generation").notNull(),
  authAt: instant("auth_at").notNull(),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
  /** Identifies the sign-in in its ID tokens. */
  signInId: text("sign_in_id"),
  secondFactorAt: instant("second_factor_at"),
});
export type RefreshTokenRow = typeof refreshTokens.$inferSelect;

export type CodeKind = "VERIFY_EMAIL" | "PASSWORD_RESET" | "EMAIL_SIGNIN" | "VERIFY_AND_CHANGE_EMAIL" | "RECOVER_EMAIL";

/** Codes with their own mail. */
export type MailedCode = Exclude<CodeKind, "RECOVER_EMAIL">;

export const codes = pgTable("identity_codes", {
  codeHash: text("code_hash").primaryKey(),
  requestType: text("request_type").$type<CodeKind>().notNull(),
  email: text("email").notNull(),
  newEmail: text("new_email"),
  localId: text("local_id"),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
});
export type CodeRow = typeof codes.$inferSelect;

/** Written by rate-limiter-flexible. */
export const limits = pgTable("identity_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  /** In milliseconds since 1970. */
  expiresAtMs: bigint("expire", { mode: "number" }),
});

export const signingKeys = pgTable("identity_keys", {
  kid: text("kid").primaryKey(),
  sealedPrivateKey: text("sealed_private_key").notNull(),
  publicJwk: jsonb("public_jwk").$type<JWK>().notNull(),
  createdAt: instant("created_at").notNull(),
});

export const sessions = pgTable("sessions", {
  idHash: text("id_hash").primaryKey(),
  /** Identifies the session to its user. */
  publicId: text("public_id").notNull().default(sql`gen_random_uuid()::text`),
  uid: text("uid").notNull(),
  browser: text("browser"),
  system: text("system"),
  network: text("network"),
  createdAt: instant("created_at").notNull(),
  lastSeenAt: instant("last_seen_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
});
export type SessionRow = typeof sessions.$inferSelect;
