import type { Answer } from "./client.ts";

/** @throws for a refusal, which is quicker than an answer */
export const answered = (work: () => Promise<Answer>) => async () => {
  const { status, text } = await work();
  if (status >= 400) throw new Error(`${status} ${text.slice(0, 200)}`);
};
