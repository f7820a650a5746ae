/** What was counted of one line, with what the books said when it was shown. */
export type Counted = {
  id: string;
  version: number;
  name: string;
  unit: string;
  rateMinor: number;
  booked: number;
  batchNo: string;
  expiryOn: string;
  /** As typed; empty while it is to be counted again. */
  text: string;
  /** It moved after it was counted. */
  isMoved?: boolean;
};
/** A count on its way: each line under its item and batch; `key` is that of the part that was sent last and not answered. */
export type CountDraft = {
  lines: Record<string, Counted>;
  sending?: { key: string; lines: SentLine[] };
};
export type SentLine = {
  id: string;
  version: number;
  counted: number;
  batch_no: string;
  expiry_on: string;
};
type Again = {
  id: string;
  name: string;
  unit: string;
  quantity: number;
  version: number;
  batch_no: string;
  expiry_on: string;
};
export type CountAnswer = { counted: number; different: number; again: Again[]; gone: string[] };

const MOST_SENT = 200;
export const emptyDraft: CountDraft = { lines: {} };
export const lineKey = ({ id, batchNo, expiryOn }: Pick<Counted, "id" | "batchNo" | "expiryOn">) =>
  JSON.stringify([id, batchNo, expiryOn]);
const keyOfSent = ({ id, batch_no, expiry_on }: Pick<SentLine, "id" | "batch_no" | "expiry_on">) =>
  JSON.stringify([id, batch_no, expiry_on]);

/** The counted quantity; null where nothing, or no whole number, is typed. */
export const quantityOf = ({ text }: Pick<Counted, "text">): number | null =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null;

/** The draft with one more line, or without it when its text is empty. */
export function typed(draft: CountDraft, line: Omit<Counted, "text">, text: string): CountDraft {
  const key = lineKey(line);
  const { [key]: before, ...others } = draft.lines;
  if (!text && !before?.isMoved) return { ...draft, lines: others };
  return {
    ...draft,
    lines: {
      ...draft.lines,
      [key]: { ...line, text, ...(before?.isMoved && !text ? { isMoved: true } : {}) },
    },
  };
}

/** Lines with a quantity, those that differ from the books, and what the difference is worth in minor units. */
export function summary({ lines }: CountDraft) {
  const all = Object.values(lines);
  const counted = all.filter((line) => quantityOf(line) !== null);
  const different = counted.filter((line) => quantityOf(line) !== line.booked);
  const value = different.reduce(
    (sum, line) => sum + (quantityOf(line)! - line.booked) * line.rateMinor,
    0,
  );
  return { counted, different, value, toRepeat: all.filter((line) => line.isMoved) };
}

/** The next lines to send, at most so many; batches of one item go together. */
export function nextPart(draft: CountDraft, most = MOST_SENT): SentLine[] {
  const byItem = new Map<string, Counted[]>();
  for (const line of summary(draft).counted)
    byItem.set(line.id, [...(byItem.get(line.id) ?? []), line]);
  const part: SentLine[] = [];
  for (const lines of byItem.values()) {
    if (part.length && part.length + lines.length > most) break;
    for (const line of lines)
      part.push({
        id: line.id,
        version: line.version,
        counted: quantityOf(line)!,
        batch_no: line.batchNo,
        expiry_on: line.expiryOn,
      });
  }
  return part;
}

/** The draft after a part was answered: what was posted or is gone leaves it, what moved is to be counted again. */
export function answered(
  draft: CountDraft,
  sent: readonly SentLine[],
  { again, gone }: CountAnswer,
): CountDraft {
  const lines = { ...draft.lines };
  // What was typed after it was sent is not posted yet.
  for (const line of sent) {
    const key = keyOfSent(line);
    if (lines[key] && quantityOf(lines[key]) === line.counted) delete lines[key];
  }
  for (const [key, line] of Object.entries(lines)) if (gone.includes(line.id)) delete lines[key];
  for (const { id, name, unit, quantity, version, batch_no, expiry_on } of again) {
    const key = keyOfSent({ id, batch_no, expiry_on });
    if (lines[key]) continue;
    const { rateMinor = 0 } = draft.lines[key] ?? {};
    lines[key] = {
      id,
      name,
      unit,
      rateMinor,
      version,
      booked: quantity,
      batchNo: batch_no,
      expiryOn: expiry_on,
      text: "",
      isMoved: true,
    };
  }
  return { lines };
}
