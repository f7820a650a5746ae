import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** CHROMIUM_PATH, or the binary that npm ships. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folder = path.resolve(import.meta.dirname, "../../node_modules/.cache/chromium");
  mkdirSync(folder, { recursive: true });
  // It unpacks into os.tmpdir(), with its own libnss3 when it believes to be on Lambda.
  process.env.TMPDIR = folder;
  process.env.AWS_EXECUTION_ENV ??= "AWS_Lambda_nodejs24.x";
  process.env.FONTCONFIG_PATH ??= existsSync("/etc/fonts")
    ? "/etc/fonts"
    : path.join(folder, "fonts");
  const { default: chromium } = await import("@sparticuz/chromium");
  chromium.setGraphicsMode = false;
  return chromium.executablePath();
}

/** Unpacks the binary before two workers would do so at once. */
export default async () => {
  await chromiumPath();
};
