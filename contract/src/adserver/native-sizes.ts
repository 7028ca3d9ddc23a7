/**
 * The sizes in which a campaign's picture and logo are cropped for native ads, as [width, height]: the aspect ratios that
 * pages ask for (1.91:1, 16:9, 4:3, 3:2, 6:5, square), in the size most of them name.
 */
export const nativeSizes = {
  main: [
    [1200, 627],
    [1280, 720],
    [800, 600],
    [600, 400],
    [300, 250],
    [600, 600],
  ],
  icon: [
    [300, 300],
    [80, 80],
  ],
} as const satisfies Record<"main" | "icon", readonly (readonly [number, number])[]>;
