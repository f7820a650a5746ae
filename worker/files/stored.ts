import { unavailable } from "../refusals.ts";

/** So long an object is waited for before it is told that the store does not answer. */
const GET_TIMEOUT_MS = 10_000;

/**
 * An object of the store; null where there is none.
 * @param options a range, as R2 takes it
 * @throws Response 503 while the store fails or hangs
 */
export async function objectAt(
  bucket: R2Bucket,
  key: string,
  options: { range?: Headers } = {},
): Promise<R2ObjectBody | null> {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    waiting = setTimeout(() => reject(new Error("R2 took too long")), GET_TIMEOUT_MS);
  });
  try {
    return await Promise.race([bucket.get(key, options), late]);
  } catch (error) {
    console.error(`The object store did not give ${key}`, error);
    return unavailable("The file cannot be read just now. It is not lost: try again in a moment.");
  } finally {
    clearTimeout(waiting);
  }
}
