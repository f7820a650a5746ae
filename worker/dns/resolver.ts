import { unavailable } from "../refusals.ts";

const WITHIN_MS = 3_000;
/** An answer has a few hundred bytes; a zone with many records some thousand. */
const MOST_BYTES = 64 * 1024;
/** So many records of a name are looked at. */
const MOST_RECORDS = 50;
const TXT = 16;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;
const NO_ANSWER = "The DNS could not be asked. Nothing was changed: try again in a minute.";

/** Where a host's own zone says whose it is. */
export const proofName = (hostname: string) => `_plumbline.${hostname}`;

type Told = { Status?: unknown; Answer?: unknown };
type Answered = { type?: unknown; data?: unknown };

/** The text of a TXT record: quoted strings, which belong together as they follow; an unquoted one is the text itself. */
export function textOfRecord(data: string): string {
  const strings = [...data.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text = ""]) =>
    text.replace(/\\(.)/gs, "$1"),
  );
  return strings.length ? strings.join("") : data.trim();
}

/** Reads an answer to its end. @throws Error when it is larger than an answer can be */
async function boundedText({ body }: Response): Promise<string> {
  if (!body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) throw new Error("The resolver's answer is too large");
    text += decoder.decode(piece, { stream: true });
  }
  return text;
}

/** The texts of the records of an answer in the JSON form of DNS over HTTPS. @throws Error for anything else */
function textsIn(json: string): string[] {
  const told = JSON.parse(json) as Told | null;
  if (told?.Status === NO_SUCH_NAME) return [];
  if (told?.Status !== NO_ERROR) throw new Error(`The resolver answers ${String(told?.Status)}`);
  const answers: unknown = told.Answer ?? [];
  if (!Array.isArray(answers)) throw new Error("The resolver's answer is not a list");
  return (answers as (Answered | null)[])
    .slice(0, MOST_RECORDS)
    .flatMap((one) =>
      one?.type === TXT && typeof one.data === "string" ? [textOfRecord(one.data)] : [],
    );
}

/**
 * Asks for the TXT records of a name by DNS over HTTPS.
 * @param resolver the address that is asked, from the configuration
 * @returns their texts; none where there is no such name or record
 * @throws Response 503 when it does not answer within 3 seconds, with too much, or with what is no answer
 */
export async function textRecords(resolver: string, name: string): Promise<string[]> {
  try {
    const address = new URL(resolver);
    address.search = String(new URLSearchParams({ name, type: "TXT" }));
    const answer = await fetch(address, {
      headers: { Accept: "application/dns-json" },
      redirect: "manual",
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (!answer.ok) throw new Error(`The resolver answers with status ${answer.status}`);
    return textsIn(await boundedText(answer));
  } catch (error) {
    console.warn(`DNS of ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return unavailable(NO_ANSWER, 60);
  }
}
