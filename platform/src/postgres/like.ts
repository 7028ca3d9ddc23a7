/** A text as part of an ILIKE pattern, with wildcards escaped. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
