import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Icon, type IconName } from "./icon.tsx";

export type Tone = "in-date" | "amber" | "overdue" | "hold" | "info";

/** Icon, word and colour; `calm` leaves out the ground, for "all is well" in lists. */
export function Badge({
  tone,
  icon,
  calm,
  title,
  children,
}: {
  tone: Tone;
  icon: IconName;
  calm?: boolean;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span className={`badge ${tone}${calm ? " calm" : ""}`} title={title}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

export type Figure = {
  label: string;
  value: ReactNode;
  unit?: string;
  note?: ReactNode;
  to?: string;
  tone?: "amber" | "overdue";
  icon?: IconName;
};

/** Figures side by side behind one glass. */
export function Readout({
  label,
  figures,
  fill,
}: {
  label: string;
  figures: Figure[];
  /** Any number of figures, which fill their rows at every width. */
  fill?: boolean;
}) {
  const look = fill ? "readout-fill" : `readout-${figures.length}`;
  return (
    <section className={`readout ${look}`} aria-label={label}>
      {figures.map((figure) => {
        const inside = (
          <>
            <span className="k">{figure.label}</span>
            <span className="v">
              {figure.value}
              {figure.unit && <small>{` ${figure.unit}`}</small>}
              {figure.icon && <Icon name={figure.icon} />}
            </span>
            {figure.note && <span className="n">{figure.note}</span>}
          </>
        );
        return figure.to ? (
          <Link key={figure.label} to={figure.to} className={figure.tone} prefetch="intent">
            {inside}
          </Link>
        ) : (
          <div key={figure.label} className={figure.tone}>
            {inside}
          </div>
        );
      })}
    </section>
  );
}

type Tab = { label: string; to: string; current: boolean; count?: number | string };

/** Tabs are links: each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const { pathname } = useLocation();
  const strip = useRef<HTMLElement>(null);
  const open = tabs.find(({ current }) => current)?.to;
  // On a phone the strip is longer than the screen.
  useEffect(() => {
    const tab =
      open === undefined ? null : strip.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab && strip.current)
      strip.current.scrollLeft =
        tab.offsetLeft -
        strip.current.offsetLeft -
        (strip.current.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  return (
    <nav className="tabs" aria-label={label} ref={strip}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.current ? "page" : undefined}
          prefetch="intent"
          discover={tab.to.split("?")[0] === pathname ? "none" : "render"}
          preventScrollReset
        >
          {tab.label}
          {tab.count !== undefined && <span className="count">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}

export type Crumb = { label: ReactNode; to?: string };
type HeadProps = {
  title: ReactNode;
  crumbs?: Crumb[];
  badges?: ReactNode;
  actions?: ReactNode;
  back?: string;
  sticky?: boolean;
  /** What is under it takes the whole width. */
  isWide?: boolean;
};

/** Breadcrumb, title, badges, then the actions at the right end; the one primary action comes last. */
export function PageHead({ title, crumbs, badges, actions, back, sticky, isWide }: HeadProps) {
  return (
    <div
      className={["page-head", sticky && "head-sticky", isWide && "head-wide"]
        .filter(Boolean)
        .join(" ")}
    >
      <div>
        {(crumbs || back) && (
          <nav className="crumbs" aria-label="Breadcrumb">
            {back && (
              <Link className="back" to={back}>
                <Icon name="left" size="s" />
                Back
              </Link>
            )}
            {crumbs?.map((crumb, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a breadcrumb is a path, its place is its name
              <span className="crumb" key={at}>
                {(at > 0 || back) && <Icon name="right" size="s" />}
                {crumb.to ? (
                  <Link to={crumb.to} prefetch="intent">
                    {crumb.label}
                  </Link>
                ) : (
                  <span>{crumb.label}</span>
                )}
              </span>
            ))}
          </nav>
        )}
        {badges ? (
          <div className="title">
            <h1 tabIndex={-1}>{title}</h1>
            <div className="chips">{badges}</div>
          </div>
        ) : (
          <h1 tabIndex={-1}>{title}</h1>
        )}
      </div>
      {actions && <div className="end">{actions}</div>}
    </div>
  );
}

type PanelProps = {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  label?: string;
  flush?: boolean;
  className?: string;
  /** So that an address can lead to it. */
  id?: string;
};

/** A box with an edge; `flush` leaves out the padding, for a table inside. */
export function Panel({ title, actions, children, foot, label, flush, className, id }: PanelProps) {
  return (
    <section className={["panel", className].filter(Boolean).join(" ")} aria-label={label} id={id}>
      {(title || actions) && (
        <div className="panel-head">
          {title && <h2>{title}</h2>}
          {actions && <span className="end">{actions}</span>}
        </div>
      )}
      {flush ? children : <div className="panel-body">{children}</div>}
      {foot && <div className="panel-foot">{foot}</div>}
    </section>
  );
}

/** Facts by name; entries without a value show a dash. */
export function DefinitionList({ entries }: { entries: [name: string, value: ReactNode][] }) {
  return (
    <dl className="dl">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === null || value === undefined || value === false || value === "" ? (
              <span className="quiet">–</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
