/** A slow machine begins to save the file seconds later. */
const KEPT_MS = 60_000;

/** Hands a file that the page has made to the person. */
export function handOver(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
