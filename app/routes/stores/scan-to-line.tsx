import { useNavigate } from "react-router";
import { listUrl } from "#app/ui/list-url.ts";
import { ScanButton } from "#app/ui/scanner.tsx";

/** Scans an item's label and goes to its line in a list of items. */
export function ScanToLine({ at }: { at: { pathname: string; search: string } }) {
  const navigate = useNavigate();
  return (
    <ScanButton
      className="btn btn-icon"
      onFound={({ kind, value, label }) => {
        if (kind !== "stock_item")
          return `${label} is no stock item. Scan the label of a stock item.`;
        navigate(listUrl(at, { q: label, line: value }), { preventScrollReset: true });
      }}
    />
  );
}
