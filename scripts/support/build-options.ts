import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

/** Answers the options that Miniflare needs for the wrangler.json it is given, to the process that started this one. */
process.send?.(workerOptionsOf(process.argv[2]!).workerOptions);
process.disconnect?.();
