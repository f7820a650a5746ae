import { useEffect } from "react";
import { useFetcher } from "react-router";
import { refusalOf } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { notify } from "./toaster.tsx";

type Props = { id: string; name: string };

/** Two buttons that let a record change places with the one before or behind it; sent as the intent "move". Each press is a move of its own. */
export function OrderButtons({ id, name }: Props) {
  const fetcher = useFetcher<{ success: boolean; message: string }>();
  const answer = fetcher.data;
  useEffect(() => {
    const refused = refusalOf(answer);
    if (refused) notify.error(refused.message);
    else if (answer) notify.success(answer.message);
  }, [answer]);
  return (
    <fetcher.Form method="post" className="order-buttons">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <button
        className="btn btn-sm btn-icon"
        type="submit"
        name="to"
        value="up"
        aria-label={`Move ${name} up`}
      >
        <Icon name="up" />
      </button>
      <button
        className="btn btn-sm btn-icon"
        type="submit"
        name="to"
        value="down"
        aria-label={`Move ${name} down`}
      >
        <Icon name="arrow-down" />
      </button>
    </fetcher.Form>
  );
}
