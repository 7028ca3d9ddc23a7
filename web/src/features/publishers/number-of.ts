/** A typed number; one that is no number fails the contract's check at its field. */
export const numberOf = (text: string): number =>
  text.trim() === "" ? Number.NaN : Number(text.trim().replaceAll("'", "").replace(",", "."));
