/** A text as part of an ILIKE pattern: its signs stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
