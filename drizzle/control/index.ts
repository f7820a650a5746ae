export * from "./catalogue.ts";
export * from "./companies.ts";
export * from "./plumbing.ts";
export * from "./staff.ts";
