import { unavailable } from "../refusals.ts";

const WITHIN_MS = 3_000;
/** An answer has a few hundred bytes; a zone with many records some thousand. */
const MOST_BYTES = 64 * 1024;
/** So many records of a name are looked at. */
const MOST_RECORDS = 50;
/** The kinds of records that are asked for, by their numbers in an answer. */
const types = { A: 1, AAAA: 28, TXT: 16 } as const;
type RecordType = keyof typeof types;
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

/** What the records of one type say, in an answer in the JSON form of DNS over HTTPS. @throws Error for anything else */
function dataIn(json: string, type: RecordType): string[] {
  const told = JSON.parse(json) as Told | null;
  if (told?.Status === NO_SUCH_NAME) return [];
  if (told?.Status !== NO_ERROR) throw new Error(`The resolver answers ${String(told?.Status)}`);
  const answers: unknown = told.Answer ?? [];
  if (!Array.isArray(answers)) throw new Error("The resolver's answer is not a list");
  return (answers as (Answered | null)[])
    .slice(0, MOST_RECORDS)
    .flatMap((one) =>
      one?.type === types[type] && typeof one.data === "string" ? [one.data] : [],
    );
}

/** Asks for the records of a name by DNS over HTTPS. @throws Error when there is no answer, too much, or what is none */
async function recordsOf(resolver: string, name: string, type: RecordType): Promise<string[]> {
  const address = new URL(resolver);
  address.search = String(new URLSearchParams({ name, type }));
  const answer = await fetch(address, {
    headers: { Accept: "application/dns-json" },
    redirect: "manual",
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`The resolver answers with status ${answer.status}`);
  return dataIn(await boundedText(answer), type);
}

/**
 * Asks for the TXT records of a name by DNS over HTTPS.
 * @param resolver the address that is asked, from the configuration
 * @returns their texts; none where there is no such name or record
 * @throws Response 503 when it does not answer within 3 seconds, with too much, or with what is no answer
 */
export async function textRecords(resolver: string, name: string): Promise<string[]> {
  try {
    return (await recordsOf(resolver, name, "TXT")).map(textOfRecord);
  } catch (error) {
    console.warn(`DNS of ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return unavailable(NO_ANSWER, 60);
  }
}

/**
 * Asks for the addresses of a host by DNS over HTTPS, of IPv4 and of IPv6.
 * @returns them as the answers write them, 50 of each kind at most; none where there is no such name or record
 * @throws Error when either answer does not come within 3 seconds, is too large, or is no answer
 */
export async function addressRecords(resolver: string, name: string): Promise<string[]> {
  const both = await Promise.all([
    recordsOf(resolver, name, "A"),
    recordsOf(resolver, name, "AAAA"),
  ]);
  return both.flat();
}
