import { Link, useLocation } from "react-router";
import { listUrl } from "#app/ui/list-url.ts";

/** What was searched in place of a word that no device has, and the way to search for that word all the same. */
export function MeantNote({ q, meant }: { q: string; meant: string }) {
  const at = useLocation();
  const to = (changes: { q: string; typed: string | null }) => ({
    to: listUrl(at, changes),
    preventScrollReset: true,
    replace: true,
  });
  return (
    <>
      No asset is called “{q}”. Did you mean <Link {...to({ q: meant, typed: null })}>{meant}</Link>
      ? Its matches are shown. <Link {...to({ q, typed: "1" })}>
        Search for “{q}” all the same
      </Link>{" "}
    </>
  );
}
