import { countUnsent, wipe } from "#app/offline/store.ts";
import { ROUNDS_COOKIE } from "#app/shared/rounds.ts";
import { RefusedAnswer } from "#app/ui/ask.ts";
import { notify } from "#app/ui/toaster.tsx";
import { askApi } from "./api-client.ts";
import { expiryOf, leave, NOT_OUT, renew, SIGNED_OUT, SOON_MS } from "./token-store.ts";

function tellOtherTabs() {
  const channel = new BroadcastChannel(SIGNED_OUT);
  channel.postMessage(true);
  channel.close();
}

/** Signs out, with the specification's messages. Rounds leave the device with the person; first it is asked about reports that were not sent. */
export async function signOut(isPlatform: boolean): Promise<void> {
  try {
    const hasRounds = document.cookie.includes(`${ROUNDS_COOKIE}=`);
    if (hasRounds && (await countUnsent()) > 0)
      return location.assign("/round/leave?out=1&to=/dashboard");
    if (expiryOf(localStorage.getItem("accessToken")) < Date.now() + SOON_MS) await renew();
    await askApi(isPlatform ? "/api/super-admin/logout" : "/api/logout");
    if (hasRounds) await wipe();
    tellOtherTabs();
    leave(isPlatform, { kind: "success", message: "Logout successful. Goodbye!" });
  } catch (error) {
    const isRefused = error instanceof RefusedAnswer && error.problem !== null;
    notify.error(isRefused ? "Logout failed. Please try again." : NOT_OUT);
  }
}
