import type { ConnectionService } from "@litfass/contract/connections/connections";

const shapes: Record<ConnectionService, [fill: string, path: string][]> = {
  google_analytics: [
    ["#F9AB00", "M17 3.600a2.600 2.600 0 0 1 5.200 0v16.800a2.600 2.600 0 0 1-5.200 0z"],
    ["#E37400", "M9.400 11a2.600 2.600 0 0 1 5.200 0v9.400a2.600 2.600 0 0 1-5.200 0z"],
    ["#E37400", "M4.400 17.800a2.600 2.600 0 1 1 0 5.200 2.600 2.600 0 0 1 0-5.200z"],
  ],
  google_ads: [
    ["#FBBC04", "M8.900 4.400 14.600 7.700 6.800 21.200a3.300 3.300 0 0 1-5.700-3.300z"],
    ["#4285F4", "M9.200 5.500a3.300 3.300 0 0 1 5.700-3.300l8 13.900a3.300 3.300 0 0 1-5.700 3.300z"],
    ["#34A853", "M4 16.200a3.300 3.300 0 1 1 0 6.600 3.300 3.300 0 0 1 0-6.600z"],
  ],
  facebook: [
    ["#0866FF", "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22z"],
    [
      "#fff",
      "M13.200 23v-8h2.700l.5-3.100h-3.200V9.900c0-.9.4-1.700 1.800-1.700h1.400V5.500s-1.200-.2-2.400-.2c-2.500 0-4.100 1.500-4.100 4.200v2.400H7.100V15h2.800v8z",
    ],
  ],
};

/** The service's logo. */
export function ServiceLogo({ service }: { service: ConnectionService }) {
  return (
    <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
      {shapes[service].map(([fill, path]) => (
        <path key={path} fill={fill} d={path} />
      ))}
    </svg>
  );
}
