import type { Visit } from "../env.ts";

/** Begins a job's work that was just asked for; what is lost on that way, the clock finds within a minute. */
export function wake({ env, place, defer }: Visit, job: "certificates" | "runs") {
  if (place.kind !== "company") return;
  const { shard, companyId: owner } = place;
  defer(async () => {
    await env.JOB_QUEUE.send({ job, shard, owner, at: Date.now() }).catch((error: unknown) =>
      console.error(error),
    );
  });
}
