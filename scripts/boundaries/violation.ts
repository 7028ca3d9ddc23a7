export type Violation = { path: string; line: number; rule: string };
