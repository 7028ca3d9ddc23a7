/** The image types offered by the file choosers. */
export const acceptedPictures = "image/png,image/jpeg,image/gif,image/webp,image/svg+xml";
