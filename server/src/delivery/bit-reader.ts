/** Reads the base64url bit fields of consent strings. Reading past the end gives zeros: no consent. */
export type BitReader = { bits(at: number, length: number): number; length: number };

export function bitReader(base64url: string): BitReader {
  const bytes = Buffer.from(base64url, "base64url");
  return {
    length: bytes.length * 8,
    bits(at, length) {
      let value = 0;
      for (let i = at; i < at + length; i++) value = value * 2 + (((bytes[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1);
      return value;
    },
  };
}
