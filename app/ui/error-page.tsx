import { Link, useNavigate } from "react-router";
import { Bob } from "./brand.tsx";
import { Icon } from "./icon.tsx";

const sentences: Record<number, readonly [title: string, text: string]> = {
  401: ["Sign in first", "This page needs a sign-in."],
  402: [
    "Nothing can be written now",
    "Your subscription has ended. Data can be read and exported.",
  ],
  403: [
    "You have no access to this page",
    "Access Denied: You don't have permission to view this page",
  ],
  404: [
    "There is nothing at this address",
    "The record may have been archived, or the link was cut short.",
  ],
  405: [
    "This page takes nothing",
    "There is nothing to send to this address. Nothing was changed.",
  ],
  409: ["This cannot be done now", "Something stands in its way. Nothing was changed."],
  413: ["That is too much at once", "Nothing was changed. Send less, or a smaller file."],
  414: ["The address is too long", "The address is longer than any of ours."],
  429: ["Too many attempts", "Wait a moment, then try again."],
  503: ["The service is busy", "Nothing was lost. Try again in a moment."],
  500: [
    "Something went wrong",
    "Something broke on our side. Try again; if it fails, send us this number.",
  ],
};

/** What is said of a status. */
export function errorWords(status: number) {
  const [title, text] = sentences[status] ?? sentences[status >= 500 ? 500 : 404]!;
  return { title, text };
}

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
