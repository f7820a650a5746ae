/**
 * The path a person may be sent to after sign-in: one of our own origin.
 * @returns `fallback` for anything that is not a plain path here
 */
export function safePath(to: string | null | undefined, fallback = "/dashboard"): string {
  if (!to || to.length > 2000 || !to.startsWith("/") || /^\/[/\\]/.test(to)) return fallback;
  try {
    const url = new URL(to, "https://here.invalid");
    if (url.origin !== "https://here.invalid" || /[\t\n\r\\]/.test(to)) return fallback;
    const path = url.pathname + url.search + url.hash;
    return /^\/(login|developer\/login|session\/|api\/)/.test(path) || path.startsWith("//")
      ? fallback
      : path;
  } catch {
    return fallback;
  }
}
