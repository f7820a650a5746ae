import { useEffect, useState } from "react";
import { Link } from "react-router";
import { draftAddresses } from "#app/ui/form-draft.ts";

const titles: readonly (readonly [RegExp, string])[] = [
  [/^\/asset\/service-report\/edit\//, "Changes to a service report"],
  [/^\/asset\/service-report\//, "Service report"],
  [/^\/asset\/create(\?|$)/, "New asset"],
  [/^\/asset\/update\//, "Changes to an asset"],
];

/** What was typed in this tab and never saved, with the way back to it. */
export function Drafts() {
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  useEffect(() => setAddresses(draftAddresses()), []);
  const drafts = addresses.flatMap((path) => {
    const title = titles.find(([pattern]) => pattern.test(path))?.[1];
    return title ? [{ path, title }] : [];
  });
  if (drafts.length === 0) return null;
  return (
    <ul className="feed" aria-label="Not saved yet">
      {drafts.map(({ path, title }) => (
        <li key={path}>
          <span className="feed-main">
            <b>{title}</b>
            <span className="muted">Typed here and not saved yet</span>
          </span>
          <span className="feed-end">
            <Link className="btn btn-sm" to={path}>
              Go on
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
