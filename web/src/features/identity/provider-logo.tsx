import type { SocialProvider } from "./social-window.ts";

const shapes: Record<SocialProvider, [fill: string, path: string][]> = {
  google: [
    ["#4285F4", "M22 12.2c0-.7-.1-1.4-.2-2H12v3.9h5.6a4.8 4.8 0 0 1-2.1 3.1v2.6h3.4c2-1.8 3.1-4.5 3.1-7.600z"],
    ["#34A853", "M12 22.4c2.8 0 5.2-.9 6.9-2.6l-3.4-2.6a6.3 6.3 0 0 1-9.4-3.3H2.6v2.7a10.4 10.4 0 0 0 9.4 5.800z"],
    ["#FBBC05", "M6.1 13.9a6.2 6.2 0 0 1 0-4V7.3H2.6a10.4 10.4 0 0 0 0 9.3z"],
    ["#EA4335", "M12 5.7c1.5 0 2.9.5 4 1.6l3-3A10.4 10.4 0 0 0 2.6 7.3L6.1 10A6.2 6.2 0 0 1 12 5.7z"],
  ],
  microsoft: [
    ["#F25022", "M2 2h9.5v9.5H2z"],
    ["#7FBA00", "M12.5 2H22v9.5h-9.500z"],
    ["#00A4EF", "M2 12.5h9.5V22H2z"],
    ["#FFB900", "M12.5 12.5H22V22h-9.500z"],
  ],
  facebook: [
    ["#0866FF", "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22z"],
    [
      "#fff",
      "M13.2 23v-8h2.7l.5-3.1h-3.2V9.9c0-.9.4-1.7 1.8-1.700h1.4V5.500s-1.2-.2-2.4-.2c-2.5 0-4.1 1.5-4.1 4.2v2.4H7.1V15h2.800v8z",
    ],
  ],
};

/** The provider's logo, as its brand rules require. */
export function ProviderLogo({ provider }: { provider: SocialProvider }) {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      {shapes[provider].map(([fill, path]) => (
        <path key={path} fill={fill} d={path} />
      ))}
    </svg>
  );
}
