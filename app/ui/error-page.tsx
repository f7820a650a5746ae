import { Link, useNavigate } from "react-router";
import { Bob } from "./brand.tsx";
import { Icon } from "./icon.tsx";

const sentences: Record<number, { title: string; text: string }> = {
  401: { title: "Sign in first", text: "This page needs a sign-in." },
  402: {
    title: "Nothing can be written now",
    text: "Your subscription has ended. Data can be read and exported.",
  },
  403: {
    title: "You have no access to this page",
    text: "Access Denied: You don't have permission to view this page",
  },
  404: {
    title: "There is nothing at this address",
    text: "The record may have been archived, or the link was cut short.",
  },
  405: {
    title: "This page takes nothing",
    text: "There is nothing to send to this address. Nothing was changed.",
  },
  409: {
    title: "This cannot be done now",
    text: "Something stands in its way. Nothing was changed.",
  },
  413: {
    title: "That is too much at once",
    text: "Nothing was changed. Send less, or a smaller file.",
  },
  414: { title: "The address is too long", text: "The address is longer than any of ours." },
  429: { title: "Too many attempts", text: "Wait a moment, then try again." },
  503: { title: "The service is busy", text: "Nothing was lost. Try again in a moment." },
  500: {
    title: "Something went wrong",
    text: "Something broke on our side. Try again; if it fails, send us this number.",
  },
};

/** What is said of a status. */
export const errorWords = (status: number) =>
  sentences[status] ?? sentences[status >= 500 ? 500 : 404]!;

type Props = {
  status: number;
  title?: string | undefined;
  /** What happened, what is safe, what to do. */
  text?: string | undefined;
  requestId?: string | null | undefined;
  home?: string;
  /** Reloads the page. */
  retry?: boolean;
};

/** What the person sees instead of a page. */
export function ErrorScreen({
  status,
  title,
  text,
  requestId,
  home = "/",
  retry = status >= 500,
}: Props) {
  const navigate = useNavigate();
  const words = errorWords(status);
  const back = () => {
    if (history.length > 1) navigate(-1);
    else location.assign(home);
  };
  return (
    <div className="errwrap">
      <div className="signin-drop">
        <span className="ln" />
        <Bob />
      </div>
      <div className="errpage">
        <span className="big">{status}</span>
        <h1 className="errpage-title">{title ?? words.title}</h1>
        <p className="muted">{text ?? words.text}</p>
        {requestId && <span className="rid">Request {requestId}</span>}
        <div className="chips">
          <Link className="btn btn-primary" to={home} reloadDocument>
            Back to home
          </Link>
          <button className="btn by-script" type="button" data-step="back" onClick={back}>
            <Icon name="left" size="s" />
            Back
          </button>
          {retry && (
            <button
              className="btn by-script"
              type="button"
              data-step="again"
              onClick={() => location.reload()}
            >
              Try again
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
