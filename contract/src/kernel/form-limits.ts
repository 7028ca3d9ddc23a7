import type { FormLimits } from "./endpoint.ts";

/*
 * General limits of forms. File limits are slightly above those of the calls, so that a file that is slightly too
 * large is rejected with a message at its field.
 */
const megabyte = 1024 * 1024;

export const pictureForm: FormLimits = { files: 1, fileBytes: 12 * megabyte, fileFields: { file: "one" } };
export const ownBannerForm: FormLimits = { files: 1, fileBytes: 12 * megabyte, fileFields: { file: "one" } };
export const logoForm: FormLimits = { files: 1, fileBytes: 3 * megabyte, fileFields: { logo: "one" } };
export const brandImageForm: FormLimits = { files: 1, fileBytes: 3 * megabyte, fileFields: { file: "one" } };
export const bannerZipForm: FormLimits = { files: 1, fileBytes: 6 * megabyte, fileFields: { file: "one" } };
/** A template's source is a field, with up to three bytes per character. */
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
export const audioForm: FormLimits = { files: 1, fileBytes: 26 * megabyte, fileFields: { file: "one" } };
export const videoForm: FormLimits = { files: 1, fileBytes: 512 * megabyte, fileFields: { file: "one" } };
export const videoChunkForm: FormLimits = { files: 1, fileBytes: 3 * megabyte, fileFields: { file: "one" } };
export const bankFileForm: FormLimits = { files: 1, fileBytes: 6 * megabyte, fileFields: { file: "one" } };
