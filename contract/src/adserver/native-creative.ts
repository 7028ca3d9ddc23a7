/** What events of native ads name as their creative: pages compose them of a campaign's texts and pictures. */
export const nativeCreative = "00000000-0000-4000-8000-6e6174697665";
