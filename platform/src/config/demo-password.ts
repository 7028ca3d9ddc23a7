/** The password of every demo user. */
export const demoPassword = "litfass-demo";
