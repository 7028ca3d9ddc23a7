import { z } from "zod";

/** The basic banner formats (RULE-009). */
export const formats = ["994x250", "300x600", "160x600", "300x250", "728x90"] as const;
export type Format = (typeof formats)[number];
export const formatSchema = z.enum(formats);

export const sizeOf = (format: string): { width: number; height: number } => {
  const [width = 0, height = 0] = format.split("x").map(Number);
  return { width, height };
};

/** Devices a campaign can choose (FIELD-CAMP-016). */
export const devices = ["computer", "smartphone", "tablet", "connected_tv"] as const;
export type Device = (typeof devices)[number];
export const browsers = ["chrome", "safari", "firefox", "edge", "samsung_internet", "opera", "other"] as const;
export const environments = ["web", "app"] as const;
export const ageRanges = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+", "unknown"] as const;
export const genders = ["male", "female"] as const;
export const parentalStatuses = ["parent", "not_a_parent", "unknown"] as const;
export const householdIncomes = ["top_10", "11_20", "21_30", "31_40", "41_50", "lower_50", "unknown"] as const;
export const strategies = ["awareness", "performance"] as const;
export const pacings = ["even", "ahead"] as const;
