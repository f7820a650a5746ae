import type { ReactNode } from "react";
import { footerPages, headerPages, SIGN_UP } from "#app/shared/public-pages.ts";
import { PublicFrame } from "#app/ui/public-frame.tsx";
import "#app/css/site.css";

type Props = {
  year: number;
  children: ReactNode;
  path?: string | undefined;
  bob?: boolean;
  hung?: boolean;
};

/** Header and footer of the public site. Who is signed in here is known to the browser alone: both ways in stand in the page, and one is shown. */
export const SiteFrame = ({ year, path, children, ...look }: Props) => (
  <PublicFrame {...look} year={year} top={<Top path={path} />} foot={<Foot path={path} />}>
    {children}
  </PublicFrame>
);

const currentAt = (path: string | undefined, here: string) =>
  path === here ? { "aria-current": "page" as const } : {};

const Links = ({ path }: { path: string | undefined }) =>
  headerPages.map((page) => (
    <a key={page.path} href={page.path} {...currentAt(path, page.path)}>
      {page.label}
    </a>
  ));

function Top({ path }: { path: string | undefined }) {
  return (
    <>
      <nav aria-label="Main">
        <Links path={path} />
      </nav>
      <div className="acts">
        <a className="btn btn-sm for-guests" href="/login">
          Sign in
        </a>
        <a className="btn btn-sm btn-primary for-guests" href={SIGN_UP}>
          Sign up
        </a>
        <a className="btn btn-sm for-signed-in" href="/dashboard">
          To the dashboard
        </a>
        <details className="pub-menu">
          <summary className="btn btn-sm">Menu</summary>
          <nav aria-label="Menu">
            <Links path={path} />
          </nav>
        </details>
      </div>
    </>
  );
}

const Foot = ({ path }: { path: string | undefined }) => (
  <nav className="pub-map" aria-label="All pages">
    {footerPages.map(({ group, pages }) => (
      <div key={group}>
        <h2>{group}</h2>
        <ul>
          {pages.map((page) => (
            <li key={page.path}>
              <a href={page.path} {...currentAt(path, page.path)}>
                {page.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

/** The two ways on from a page. */
export const SignUpButton = ({ children = "Start with your asset list" }) => (
  <a className="btn btn-primary" href={SIGN_UP}>
    {children}
  </a>
);
type Ask = { children?: ReactNode; to?: string; isFirst?: boolean };
/** @param isFirst it is what the page is for */
export const AskButton = ({ children, to = "/contact-us", isFirst = false }: Ask) => (
  <a className={isFirst ? "btn btn-primary" : "btn"} href={to}>
    {children ?? "Talk to an engineer"}
  </a>
);
