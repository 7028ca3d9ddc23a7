/**
 * Settings of glibc for every process: otherwise it keeps an arena for each thread, and what is freed in it, which is a
 * third of the memory of an installation at rest. The image and the systemd units set the same.
 */
export const allocatorSettings = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "262144" };
