import { type ComponentType, useEffect, useState } from "react";
import type { Kind, Message } from "./toast-box.tsx";

type Send = (message: Message) => void;

// Messages wait here until the toast library has come; none is dropped.
const waiting: Message[] = [];
let send: Send | null = null;
let wake: (() => void) | null = null;

function push(kind: Kind, text: string, title?: string) {
  const message: Message = title === undefined ? { kind, text } : { kind, text, title };
  if (send) return send(message);
  waiting.push(message);
  wake?.();
}

/** Short messages at the top right, read out politely. Callable before the toaster is on the page. */
export const notify = {
  success: (text: string, title?: string) => push("success", text, title),
  error: (text: string, title?: string) => push("error", text, title),
  warning: (text: string, title?: string) => push("warning", text, title),
  info: (text: string, title?: string) => push("info", text, title),
};

/** Once in the document. The library is fetched with the first message or the first touch, not with the page. */
export function Toaster() {
  const [Box, setBox] = useState<ComponentType<{ onReady: (send: Send) => void }> | null>(null);
  useEffect(() => {
    let loading = false;
    const load = () => {
      if (loading || send) return;
      loading = true;
      import("./toast-box.tsx").then(
        (module) => setBox(() => module.ToastBox),
        () => {
          loading = false;
        },
      );
    };
    wake = load;
    if (waiting.length > 0) load();
    const events = ["pointerdown", "keydown", "online"] as const;
    for (const event of events) addEventListener(event, load);
    return () => {
      wake = null;
      send = null;
      for (const event of events) removeEventListener(event, load);
    };
  }, []);
  return Box && <Box onReady={flush} />;
}

function flush(ready: Send) {
  send = ready;
  for (const message of waiting.splice(0)) ready(message);
}
