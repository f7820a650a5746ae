import { pause, striking } from "./rules.ts";

const HANGS_MS = 10 * 60_000;
const DOWN = "We encountered an internal error. Please try again. (10001)";
type Does = "put" | "get";

/** Each of R2's operations that reads or writes an object. */
const operations: Record<string, Does> = {
  ...{ put: "put", createMultipartUpload: "put", resumeMultipartUpload: "put" },
  ...{ get: "get", head: "get" },
};

/** Bytes as the store is given them, the first one another. */
async function altered(body: unknown): Promise<Uint8Array> {
  const bytes = new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
  if (bytes.length) bytes[0] = bytes[0]! ^ 1;
  return bytes;
}

/** A bucket in front of which faults strike: what reaches it is carried out by R2 itself. */
export function faultyBucket(bucket: R2Bucket): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== "function") return member;
      const call = member.bind(target) as (...args: unknown[]) => unknown;
      const does = operations[String(name)];
      if (!does) return call;
      return async (...args: unknown[]) => {
        const fault = striking("r2", (one) => one.does === does);
        if (fault?.how === "down") throw new Error(`${String(name)}: ${DOWN}`);
        if (fault?.how === "hangs") await pause(HANGS_MS);
        if (fault?.how === "altered" && name === "put") {
          const [key, body, ...rest] = args;
          return call(key, await altered(body), ...rest);
        }
        return call(...args);
      };
    },
  });
}
