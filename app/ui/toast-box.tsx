import { useEffect } from "react";
import { ToastContainer, toast } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import { Icon, type IconName } from "./icon.tsx";

export type Kind = "success" | "error" | "warning" | "info";
export type Message = { kind: Kind; text: string; title?: string };

const icons: Record<Kind, IconName> = {
  success: "ok",
  error: "cross",
  warning: "alert",
  info: "info",
};

/** Further ones wait until these are gone. */
const MOST_AT_ONCE = 4;

function show({ kind, text, title }: Message) {
  const content = title ? (
    <span>
      <b>{title}</b> {text}
    </span>
  ) : (
    text
  );
  // The same failure stands there once, however many requests met it together.
  const once = kind === "error" ? { toastId: `${title ?? ""} ${text}` } : {};
  toast[kind](content, { ...once, icon: <Icon name={icons[kind]} /> });
}

/** The container is the polite live region; messages come a moment after it, so that they are read out. */
export function ToastBox({ onReady }: { onReady: (send: (message: Message) => void) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onReady(show), 100);
    return () => clearTimeout(timer);
  }, [onReady]);
  return (
    <ToastContainer
      position="top-right"
      autoClose={2000}
      hideProgressBar
      theme="colored"
      role="status"
      aria-label="Notifications"
      pauseOnHover
      newestOnTop={false}
      limit={MOST_AT_ONCE}
      draggable={false}
    />
  );
}
