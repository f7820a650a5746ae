/** Runs work over items, a few at a time; the order of the answers is the order of the items. */
export async function each<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 6,
): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const run = async () => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  return answers;
}

/** Times from here on are the clock's, earlier ones are of rows: no time changes sides meanwhile. */
const began = Date.now();
const isOfNow = (at: number) => at >= began && at < Date.now() + 10_000;

type Said = { status: number; location: string | null; body: string };

/** An answer without what differs between any two requests: its id, its nonce, the ids that were asked for, tickets, seeds and times of the clock. */
export async function said(response: Response, ...asked: readonly string[]): Promise<Said> {
  const hidden = [
    ...asked,
    response.headers.get("x-request-id") ?? "",
    /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1] ?? "",
  ];
  const plain = (text: string) =>
    hidden
      .filter(Boolean)
      .reduce((left, word) => left.replaceAll(word, "*"), text)
      .replace(/PM-\d{12}/g, "PM-*")
      .replace(/(\bseed\W{1,9}(?:value\W{1,9})?)[0-9a-f]{32}/g, "$1*")
      .replace(/\b\d{13}\b/g, (at) => (isOfNow(Number(at)) ? "*" : at))
      .replace(/(dateTime=")\d{4}-\d\d-\d\dT[\d:.]+Z/g, "$1*")
      .replace(/\b(leftMs|usedMs|lateMs)(\W{1,6})\d+/g, "$1$2*");
  const location = response.headers.get("location");
  return {
    status: response.status,
    location: location && plain(location),
    body: plain(await response.text()),
  };
}

/** Where two answers part; null when they are equal. */
export function difference(one: Said, other: Said): string | null {
  if (one.status !== other.status || one.location !== other.location)
    return `${one.status} ${one.location ?? ""} is not ${other.status} ${other.location ?? ""}`;
  if (one.body === other.body) return null;
  const at = [...one.body].findIndex((letter, place) => letter !== other.body[place]);
  const from = Math.max(0, at - 60);
  return `…${one.body.slice(from, at + 120)}… is not …${other.body.slice(from, at + 120)}…`;
}
