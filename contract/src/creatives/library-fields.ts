import { z } from "zod";
import { byRole } from "../kernel/who.ts";

/** The roles that manage templates and banners (GUARD-011). */
export const librarians = byRole({ super_admin: "all", tech_admin: "all" });

/** An empty field of a form clears the value. */
export const orNone = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable());
