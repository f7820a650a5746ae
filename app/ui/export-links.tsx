import { Icon } from "./icon.tsx";

/** A list as a file: CSV, or an Excel workbook. */
export function ExportLinks({ href, isSmall }: { href: string; isSmall: boolean }) {
  const look = isSmall ? "btn btn-sm hide-phone" : "btn hide-phone";
  return (
    <>
      <a className={look} href={href} download>
        <Icon name="dl" />
        Export
      </a>
      <a className={look} href={`${href}${href.includes("?") ? "&" : "?"}as=xlsx`} download title="Export as an Excel workbook">
        Excel
      </a>
    </>
  );
}
