/** What the choosers of pictures offer. */
export const acceptedPictures = "image/png,image/jpeg,image/gif,image/webp,image/svg+xml";
