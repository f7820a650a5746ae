import { visitContext } from "#worker/web/context.ts";
import { passkeySignIn } from "#worker/web/second-step.ts";
import type { Route } from "./+types/passkey";

export const loader = ({ context }: Route.LoaderArgs) => passkeySignIn(context.get(visitContext));
