import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";

const asExcel = (href: string) => `${href}${href.includes("?") ? "&" : "?"}as=xlsx`;

type Props = {
  href: string;
  /** The same with the columns that the list shows; without it a file holds all there are. */
  chosenHref?: string | undefined;
  isSmall: boolean;
};

/** A list as a file: CSV, or an Excel workbook. */
export function ExportLinks({ href, chosenHref, isSmall }: Props) {
  const look = isSmall ? "btn btn-sm hide-phone" : "btn hide-phone";
  if (chosenHref)
    return (
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
          <Choice label="Chosen columns" href={chosenHref} />
          <Choice label="All columns" href={href} />
        </Menu>
      </span>
    );
  return (
    <>
      <a className={look} href={href} download>
        <Icon name="dl" />
        Export
      </a>
      <a className={look} href={asExcel(href)} download title="Export as an Excel workbook">
        Excel
      </a>
    </>
  );
}

const Choice = ({ label, href }: { label: string; href: string }) => (
  <>
    <a className="menu-item" href={href} download>
      {`${label}, CSV`}
    </a>
    <a className="menu-item" href={asExcel(href)} download>
      {`${label}, Excel`}
    </a>
  </>
);
