import { readdirSync } from "node:fs";
import { fetchAt } from "../../scripts/support/fetch-at.ts";

/** What begins with the name of a static file, and what may mean one in other letters. */
function frontPaths(folder: string) {
  const names = new Set(readdirSync(folder).map((name) => name.toLowerCase()));
  return (pathname: string) => {
    const [, first = "", second] = pathname.split("/");
    return (
      names.has(first.toLowerCase()) ||
      (first === "" && second !== undefined) ||
      /[%\\]/.test(pathname)
    );
  };
}

/**
 * A fetch as through the front door, where static files are looked for before the Worker is asked. What can be none goes to the Worker by its
 * back door: that spares two Workers on the way.
 * @param folder the static files
 */
export function fetchByDoors(front: URL, back: URL, folder: string): ReturnType<typeof fetchAt> {
  const isForFront = frontPaths(folder);
  const [byFront, byBack] = [fetchAt(front), fetchAt(back)];
  return (address, init) =>
    isForFront(new URL(address).pathname) ? byFront(address, init) : byBack(address, init);
}
