import { useEffect, useState } from "react";
import { prepareDevice } from "#app/offline/taking.ts";
import { Note } from "#app/ui/states.tsx";

/** Says that a newer version of the page is here. Drafts are kept with every change, so that a reload loses none. */
export function NewerBuild() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    let isOver = false;
    const look = (registration: ServiceWorkerRegistration) => {
      if (!isOver && registration.active && registration.waiting) setWaiting(registration.waiting);
    };
    prepareDevice()
      .then((registration) => {
        look(registration);
        registration.addEventListener("updatefound", () => {
          const found = registration.installing;
          found?.addEventListener("statechange", () => look(registration));
        });
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, []);
  if (!waiting) return null;
  return (
    <Note tone="info">
      A newer version of this page is here. What you typed is kept.{" "}
      <button
        className="btn btn-sm"
        type="button"
        onClick={() => {
          navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
          waiting.postMessage("renew");
        }}
      >
        Reload to renew
      </button>
    </Note>
  );
}
