type Address = { pathname: string; search: string };

/** Parameters that open a dialog: of the page's records, of the page itself, and of one of its moves. */
const opening = [
  "new",
  "edit",
  "archive",
  "restore",
  "delete",
  "merge",
  "replace",
  "move",
  "ledger",
  "undo",
  "columns",
  "entry",
];
/** What a dialog is about, beside the parameter that opens it. */
const about: Record<string, readonly string[]> = {
  do: ["on", "person", "company", "file"],
  new: ["in"],
  move: ["into", "on"],
};

/** Address of a page with one of its dialogs open, in place of any other. The page stays where it is. */
export function dialogUrl(
  { pathname, search }: Address,
  opened: Readonly<Record<string, string>> = {},
): string {
  const params = new URLSearchParams(search);
  for (const name of [...opening, "do"]) {
    if (params.has(name)) for (const more of about[name] ?? []) params.delete(more);
    params.delete(name);
  }
  for (const [name, value] of Object.entries(opened)) params.set(name, value);
  const query = params.toString();
  return query ? `${pathname}?${query}` : pathname;
}

/** Address of a page with no dialog open. */
export const withoutDialog = (at: Address): string => dialogUrl(at);
