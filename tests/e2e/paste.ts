import type { Locator } from "playwright-core";

/** Pastes a block of a spreadsheet into a field: columns parted by tabs, rows by line ends. */
export async function paste(field: Locator, block: string): Promise<void> {
  await field.focus();
  await field.evaluate((cell, block) => {
    const data = new DataTransfer();
    data.setData("text/plain", block);
    cell.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, block);
}
