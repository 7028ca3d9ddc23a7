/**
 * Whether the image of a data URI has no transparent pixels, by the header of its file. False for vector images, and where the
 * header does not say.
 */
export function isOpaque(src: string): boolean {
  const [, type, start = ""] = /^data:image\/(\w{3,4});base64,(.{44})/.exec(src) ?? [];
  if (type === "jpeg") return true;
  if (type !== "webp") return false;
  const header = atob(start);
  const chunk = header.slice(12, 16);
  if (chunk === "VP8 ") return true;
  // The flags of an extended file, and the bits after width and height of a lossless one.
  const flags = header.charCodeAt(chunk === "VP8X" ? 20 : 24);
  return /^VP8[XL]$/.test(chunk) && (flags & 0x10) === 0;
}
