import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./drizzle/tenant/index.ts",
  out: "./migrations/tenant",
  casing: "snake_case",
});
