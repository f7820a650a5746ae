import { expect } from "vitest";

/** Expects a status and texts of an answer. @returns its text, without what React writes between two texts */
export async function expectAnswer(
  asked: Response | Promise<Response>,
  status: number,
  ...texts: string[]
): Promise<string> {
  const answer = await asked;
  const text = (await answer.text()).replaceAll("<!-- -->", "");
  expect(answer.status, text.slice(0, 300)).toBe(status);
  for (const part of texts) expect(text).toContain(part);
  return text;
}
