import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "./icon.tsx";
import { notify } from "./toaster.tsx";

type Props = {
  link: string;
  /** What it is called where it is shared. */
  title: string;
  /** What it opens, and that it is shown only now. */
  children: ReactNode;
};

/** A link with a secret in it, which is shown once: to be copied or shared. */
export function PrivateLink({ link, title, children }: Props) {
  const [can, setCan] = useState({ copy: false, share: false });
  useEffect(
    () =>
      setCan({ copy: Boolean(navigator.clipboard), share: typeof navigator.share === "function" }),
    [],
  );
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => notify.success("Link copied"),
      () => notify.error("The link could not be copied. Press it long and copy it."),
    );
  // Whoever closes the phone's own sheet has not failed.
  const share = () => navigator.share({ title, url: link }).catch(() => {});
  return (
    <div className="private-link">
      <p>{children}</p>
      <a href={link}>{link}</a>
      {(can.copy || can.share) && (
        <div className="chips">
          {can.copy && (
            <button className="btn" type="button" onClick={copy}>
              <Icon name="link" />
              Copy link
            </button>
          )}
          {can.share && (
            <button className="btn" type="button" onClick={share}>
              <Icon name="out" />
              Share
            </button>
          )}
        </div>
      )}
    </div>
  );
}
