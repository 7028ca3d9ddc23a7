import type { FormLimits } from "./endpoint.ts";

/*
 * What forms may hold at all. The limits of files lie a little above what the calls take in the end, so that a file that is
 * slightly too large is refused with a message at its field.
 */
const megabyte = 1024 * 1024;

export const pictureForm: FormLimits = { files: 1, fileBytes: 12 * megabyte, fileFields: { file: "one" } };
export const ownBannerForm: FormLimits = { files: 1, fileBytes: 12 * megabyte, fileFields: { file: "one" } };
export const logoForm: FormLimits = { files: 1, fileBytes: 3 * megabyte, fileFields: { logo: "one" } };
export const bannerZipForm: FormLimits = { files: 1, fileBytes: 6 * megabyte, fileFields: { file: "one" } };
/** A template's text is a field, of up to three bytes a character. */
export const creativeGroupForm: FormLimits = {
  files: 1,
  fileBytes: 12 * megabyte,
  fieldBytes: 300_000,
  fileFields: { preview: "one" },
};
/** A finished banner's HTML is a field. */
export const creativeForm: FormLimits = {
  files: 20,
  fileBytes: 12 * megabyte,
  fieldBytes: 3_000_000,
  fileFields: { logo: "one", images: "many" },
};
export const videoForm: FormLimits = { files: 1, fileBytes: 512 * megabyte, fileFields: { file: "one" } };
export const videoChunkForm: FormLimits = { files: 1, fileBytes: 3 * megabyte, fileFields: { file: "one" } };
