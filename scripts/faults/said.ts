/** What a person gets: a status, its sentence, and how long to wait. */
export type Said = {
  status: number;
  sentence: string;
  retryAfter: string | null;
  /** What the answer says apart from the sentence, to be compared with a repeated one. */
  rest: string;
};

const entities: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"' };
const plain = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&\S+?;/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();

/** The sentence of a page: of its refused form, or of the page that stands for it. */
function sentenceIn(html: string): string {
  const words =
    /<div class="summary" role="alert"[^>]*>([\s\S]*?)<\/div>/.exec(html)?.[1] ??
    /<h1 class="errpage-title">([\s\S]*?)<\/p>/.exec(html)?.[1] ??
    /<h1>([\s\S]*?)<\/p>/.exec(html)?.[1];
  return words ? plain(words) : "";
}

/** Reads an answer as a person does. A page that leads on says what its toast will. */
export async function saidBy(answer: Response): Promise<Said> {
  const { status, headers } = answer;
  const text = await answer.text();
  const retryAfter = headers.get("retry-after");
  const location = headers.get("location") ?? "";
  if (headers.get("content-type")?.includes("json")) {
    const { message = "", warnings = [], data } = JSON.parse(text) as Record<string, never>;
    const sentence = [message, ...(warnings as string[])].filter(Boolean).join(" ");
    return { status, sentence, retryAfter, rest: JSON.stringify({ data, warnings }) };
  }
  const flash = /(?:^|[ ;,])(?:__Host-)?flash=([^;]+)/.exec(headers.getSetCookie().join(", "))?.[1];
  const sentence = flash
    ? (JSON.parse(decodeURIComponent(flash)) as { message: string }).message
    : sentenceIn(text);
  return { status, sentence, retryAfter, rest: location };
}

/** What is wrong with how a failure is told. */
export function wronglyTold({ status, sentence, retryAfter }: Said): string[] {
  if (status < 400) return [];
  return [
    ...(status === 500 ? ["answered with 500"] : []),
    ...(sentence.split(" ").length > 3 ? [] : ["no sentence"]),
    ...(status === 503 && !retryAfter ? ["no Retry-After"] : []),
    ...(/D1_|SQLITE|R2 |\bat .*\.js/.test(sentence) ? ["tells internals"] : []),
  ];
}
