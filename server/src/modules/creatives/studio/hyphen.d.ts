declare module "hyphen/de/index.js" {
  const patterns: { hyphenateSync(text: string, options?: { minWordLength?: number }): string };
  export default patterns;
}
