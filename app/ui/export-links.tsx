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
        {chosenHref && <Files label="Chosen columns, {format}" href={chosenHref} />}
        <Files label={chosenHref ? "All columns, {format}" : "{format}"} href={href} />
      </Menu>
    </span>
  );
}

/** A file in each format; `label` is a template. */
const Files = ({ label, href }: { label: string; href: string }) => (
  <>
    <a className="menu-item" href={href} download>
      {label.replace("{format}", "CSV")}
    </a>
    <a className="menu-item" href={asExcel(href)} download>
      {label.replace("{format}", "Excel")}
    </a>
  </>
);
