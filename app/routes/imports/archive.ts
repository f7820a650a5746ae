/** A file of an archive: its path there, its size unpacked, and where it is. */
export type ArchiveEntry = {
  path: string;
  size: number;
  packed: number;
  method: number;
  at: number;
};
type Archive = { entries: ArchiveEntry[]; skipped: number };

/** What is wrong with an archive, in words for people. */
export class BrokenArchive extends Error {}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LOCAL_SIZE = 30;
const LONGEST_COMMENT = 65_535;
const MEGABYTE = 1024 * 1024;
const LARGEST_DIRECTORY = 16 * MEGABYTE;
/** Places in a ZIP archive have four bytes. It is read where it lies. */
export const LARGEST_ARCHIVE = 4096 * MEGABYTE;
const LARGEST_FILE = 25 * MEGABYTE;
const STORED = 0;
const DEFLATED = 8;
const UNTOLD = 0xffffffff;

const damaged = () => new BrokenArchive("This is not a ZIP archive, or it is damaged.");
const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer());

/** Folders, and what systems put beside people's files. */
const isOfSystem = (path: string) =>
  path.endsWith("/") ||
  path.startsWith("__MACOSX/") ||
  /(^|\/)(\.|thumbs\.db$|desktop\.ini$)/i.test(path);

/** A name of an archive: UTF-8, else as Windows wrote it. Control characters and ways upwards mean nothing here. */
function nameOf(bytes: Uint8Array): string {
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    name = new TextDecoder("windows-1252").decode(bytes);
  }
  return name
    .replaceAll("\\", "/")
    .replace(/\p{Cc}/gu, "")
    .split("/")
    .filter((part) => part !== ".." && part !== ".")
    .join("/")
    .replace(/^\/+/, "");
}

/**
 * The files of a ZIP archive, from its directory alone: however large it is, a few megabytes are read.
 * @param most files it may have
 * @throws BrokenArchive when it is none, locked, too large or has more files
 */
export async function readArchive(file: Blob, most: number): Promise<Archive> {
  const tail = await viewOf(file.slice(Math.max(0, file.size - END_SIZE - LONGEST_COMMENT)));
  let end = tail.byteLength - END_SIZE;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw damaged();
  const [count, size, from] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  if (count === 0xffff || from === UNTOLD || size > LARGEST_DIRECTORY)
    throw new BrokenArchive("The archive is too large to be read. Split it into several.");
  const view = await viewOf(file.slice(from, from + size));
  const entries: ArchiveEntry[] = [];
  let [at, skipped] = [0, 0];
  for (let left = count; left > 0; left--) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY) throw damaged();
    if (view.getUint16(at + 8, true) & 1)
      throw new BrokenArchive("The archive is locked with a password. Pack it without one.");
    const nameSize = view.getUint16(at + 28, true);
    const next = at + 46 + nameSize + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > view.byteLength) throw damaged();
    const path = nameOf(new Uint8Array(view.buffer, at + 46, nameSize));
    const entry = {
      ...{ path, method: view.getUint16(at + 10, true), at: view.getUint32(at + 42, true) },
      ...{ packed: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true) },
    };
    if (isOfSystem(path) || !path) skipped += 1;
    else entries.push(entry);
    if (entries.length > most)
      throw new BrokenArchive(
        `The archive has more than ${most} files. Split it, and bring in each part.`,
      );
    at = next;
  }
  if (!entries.length) throw new BrokenArchive("There are no files in the archive.");
  return { entries, skipped };
}

/**
 * The content of a file of an archive. No more comes out than its directory says, and 25 MB at most: what would be more is stopped.
 * Null where it is damaged, packed in another way, or larger.
 */
export async function openEntry(file: Blob, entry: ArchiveEntry): Promise<Blob | null> {
  const { at, packed, size, method } = entry;
  if (size > LARGEST_FILE || (method !== STORED && method !== DEFLATED)) return null;
  const head = await viewOf(file.slice(at, at + LOCAL_SIZE));
  if (head.byteLength < LOCAL_SIZE || head.getUint32(0, true) !== LOCAL) return null;
  const start = at + LOCAL_SIZE + head.getUint16(26, true) + head.getUint16(28, true);
  const content = file.slice(start, start + packed);
  if (content.size !== packed) return null;
  if (method === STORED) return packed === size ? content : null;
  const reader = content.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: BlobPart[] = [];
  let total = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      total += read.value.byteLength;
      if (total > size) {
        await reader.cancel();
        return null;
      }
      pieces.push(read.value as BlobPart);
    }
  } catch {
    return null;
  }
  return total === size ? new Blob(pieces) : null;
}

const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
/** The files of an archive as a list that an import reads: its assets and kinds are found by the names. */
export const listOf = (entries: readonly ArchiveEntry[]): string =>
  [
    ["File", "Asset code", "What it is", "Size"],
    ...entries.map(({ path, size }) => [path, "", "", size]),
  ]
    .map((cells) => cells.map(quoted).join(","))
    .join("\r\n");

let chosen: File | null = null;
/** Keeps the archive that was chosen last, for the page that sends its files; a reload forgets it. */
export const keepArchive = (file: File): void => {
  chosen = file;
};
/** The archive that was chosen last, if it is called so. */
export const keptArchive = (name: string): File | null => (chosen?.name === name ? chosen : null);
