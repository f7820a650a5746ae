import { Form, Link, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

type SearchProps = {
  label: string;
  q: string;
  /** Further parts of the address that stay. */
  kept?: Readonly<Record<string, string>>;
};

/** Looks for words among what is listed. */
export function PortalSearch({ label, q, kept = {} }: SearchProps) {
  return (
    <Form className="portal-search" role="search">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input
        className="input"
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={q}
        key={q}
        maxLength={100}
      />
      <button className="btn" type="submit">
        <Icon name="search" />
        Search
      </button>
    </Form>
  );
}

/** On to the next part of a list, and back to its beginning. */
export function More({ next }: { next: string | null }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const isFirst = !params.has("after");
  const to = (after: string | null) => {
    const wanted = new URLSearchParams(params);
    if (after) wanted.set("after", after);
    else wanted.delete("after");
    const query = wanted.toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  if (!next && isFirst) return null;
  return (
    <nav className="chips" aria-label="Pages">
      {!isFirst && (
        <Link className="btn" to={to(null)}>
          To the beginning
        </Link>
      )}
      {next && (
        <Link className="btn" to={to(next)}>
          Show more
        </Link>
      )}
    </nav>
  );
}
