import type { ReactNode } from "react";
import { Form, Link, useLocation, useNavigate } from "react-router";
import type { ListPage } from "#app/shared/list.ts";
import { numberText } from "#app/shared/numbers.ts";
import { useFormat } from "./format.ts";
import { Icon } from "./icon.tsx";
import { listUrl, otherParams } from "./list-url.ts";

const sizes = [25, 50, 100];

/** "1-25 of 1,000+", page size, Previous and Next. */
export function Pager({ page, size }: { page: ListPage; size: number }) {
  const { locale } = useFormat();
  const at = useLocation();
  const navigate = useNavigate();
  const number = (n: number) => numberText(n, locale);
  const range = `${number(page.from)}-${number(page.to)}`;
  return (
    <div className="pager">
      <span className="tn">
        {page.total === null ? range : `${range} of ${number(page.total)}${page.capped ? "+" : ""}`}
      </span>
      <nav className="end" aria-label="Pages">
        <Form method="get" action={at.pathname} className="hide-phone">
          {otherParams(at.search, ["size"]).map(([key, value]) => (
            <input key={key} type="hidden" name={key} value={value} />
          ))}
          <span className="pick">
            <select
              key={size}
              className="select select-sm"
              name="size"
              aria-label="Rows a page"
              defaultValue={size}
              onChange={(event) => navigate(listUrl(at, { size: event.currentTarget.value }))}
            >
              {sizes.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
            <Icon name="down" />
          </span>
          <noscript>
            <button className="btn btn-sm" type="submit">
              Show
            </button>
          </noscript>
        </Form>
        <Step to={page.previous && listUrl(at, { before: page.previous })}>
          <Icon name="left" size="s" />
          Previous
        </Step>
        <Step to={page.next && listUrl(at, { after: page.next })}>
          Next
          <Icon name="right" size="s" />
        </Step>
      </nav>
    </div>
  );
}

/** A step to another page; one that leads nowhere is off. */
export function Step({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) {
    return (
      <button className="btn btn-sm" type="button" disabled>
        {children}
      </button>
    );
  }
  return (
    <Link className="btn btn-sm" to={to} prefetch="intent">
      {children}
    </Link>
  );
}
