import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";

const asExcel = (href: string) => `${href}${href.includes("?") ? "&" : "?"}as=xlsx`;

type Props = {
  href: string;
  /** The same with the columns that the list shows; without it a file holds all there are. */
  chosenHref?: string | undefined;
};

/** A list as a file, as entries of a menu: CSV, or an Excel workbook. */
export function ExportEntries({ href, chosenHref }: Props) {
  const files = chosenHref
    ? [
        ["Chosen columns, CSV", chosenHref],
        ["Chosen columns, Excel", asExcel(chosenHref)],
        ["All columns, CSV", href],
        ["All columns, Excel", asExcel(href)],
      ]
    : [
        ["Export as CSV", href],
        ["Export as Excel", asExcel(href)],
      ];
  return files.map(([label, file]) => (
    <a className="menu-item" key={label} href={file} download>
      <Icon name="dl" />
      {label}
    </a>
  ));
}

/** A list as a file, behind a button of its own. */
export const ExportMenu = ({ isSmall = false, ...files }: Props & { isSmall?: boolean }) => (
  <span className="hide-phone">
    <Menu
      className={isSmall ? "btn btn-sm" : "btn"}
      text={
        <>
          <Icon name="dl" />
          Export
        </>
      }
    >
      <ExportEntries {...files} />
    </Menu>
  </span>
);
