/** A size of a picture in words, on one line: 1280 x 720. */
export const sizeText = (width: number, height: number): string => `${width}\u00a0x\u00a0${height}`;
