import { latestNotices } from "#worker/domain/notifications/inbox.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/latest";

/** What the bell opens on. */
export const loader = ({ context }: Route.LoaderArgs) => latestNotices(context.get(sessionContext));
