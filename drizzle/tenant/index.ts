export * from "./assets.ts";
export * from "./company.ts";
export * from "./files.ts";
export * from "./maintenance.ts";
export * from "./masters.ts";
export * from "./movement.ts";
export * from "./people.ts";
export * from "./stores.ts";
