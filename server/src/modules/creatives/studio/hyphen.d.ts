declare module "hyphen/*/index.js" {
  const patterns: { hyphenateSync(text: string, options?: { minWordLength?: number }): string };
  export default patterns;
}
