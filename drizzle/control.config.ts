import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./drizzle/control/index.ts",
  out: "./migrations/control",
  casing: "snake_case",
});
