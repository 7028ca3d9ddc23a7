import type { BannerImage, BannerLogo } from "@litfass/contract/creatives/banner-fields";

const uri = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

const scene = (width: number, height: number): string =>
  uri(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice"><rect width="100" height="100" fill="#9cc7e8"/><circle cx="68" cy="30" r="12" fill="#ffd25e"/><path d="M0 74 30 44l22 22 18-16 30 26v24H0z" fill="#2f6b5a"/></svg>`,
  );
const picture = (width: number, height: number): BannerImage => ({
  src: scene(width, height),
  width,
  height,
  focus: [0.5, 0.5],
});

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100" viewBox="0 0 300 100"><circle cx="50" cy="50" r="38" fill="#8a3b12"/><path d="M110 30h170v14H110zM110 58h120v14H110z" fill="#5a260b"/></svg>`;
const logo: BannerLogo = { src: uri(mark), width: 300, height: 100, tones: ["#8a3b12", "#5a260b"] };

/** A logo and two simple images, wide and tall, that show where a template places them. */
export const samplePictures = { logo, images: [picture(1200, 800), picture(700, 1200)] };
