import { useEffect, useRef, useState } from "react";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import type { Taken } from "#worker/domain/assets/taken.ts";

const PAUSE_MS = 300;
const nobody: Taken = { assetCode: null, serialNo: null };
type Plate = { code: string; serial: string; make: string; model: string };

/** Looks up which other device has the code or the serial number that is typed, whenever typing pauses. */
export function useTaken(plate: Plate, id: string, first: Taken): Taken {
  const [taken, setTaken] = useState(first);
  const query = new URLSearchParams({ ...plate, id }).toString();
  // The values that the form opens with are not looked up.
  const known = useRef(query);
  useEffect(() => {
    if (known.current === query) return;
    known.current = query;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      ask<Taken>("/asset/taken", { query: new URLSearchParams(query), signal: stop.signal })
        .then(setTaken)
        // While the browser is offline the last answer stays; the server checks again on saving.
        .catch((error) => error instanceof RefusedAnswer && setTaken(nobody));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query]);
  return taken;
}
