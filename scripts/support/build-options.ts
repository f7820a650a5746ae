import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

/** Sends Miniflare's options for the given wrangler.json to the parent process. */
process.send?.(workerOptionsOf(process.argv[2]!).workerOptions);
process.disconnect?.();
