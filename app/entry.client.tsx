import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Marks the moment from which the page answers, for measuring. It is around the page: beside it, ids would differ from the server's. */
function Marked({ children }: { children: ReactNode }) {
  useEffect(() => {
    performance.mark("hydrated");
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Marked>
        <HydratedRouter />
      </Marked>
    </StrictMode>,
  );
});
