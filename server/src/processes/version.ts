export { version } from "@litfass/platform/installation/version";
