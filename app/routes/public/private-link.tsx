import { useEffect, useState } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { notify } from "#app/ui/toaster.tsx";

/** The link by which whoever reported a problem follows it: shown once, to be kept in their phone. */
export function PrivateLink({ link, number }: { link: string; number: string }) {
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
  const share = () => navigator.share({ title: `Call ${number}`, url: link }).catch(() => {});
  return (
    <div className="private-link">
      <p>
        Follow it by this private link, and say whether the device works again. It is shown only
        now: keep it in your phone. Whoever has it sees what you wrote.
      </p>
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
