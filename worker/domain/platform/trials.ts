import { dayIn } from "#app/shared/company-time.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { offersQuery } from "../billing/offers.ts";
import { fits } from "../billing/placing.ts";
import { PLATFORM_ZONE } from "./settings.ts";

/** Plans among which a trial is chosen, as a statement of a read. */
export const trialsQuery = (db: PlatformDb) => offersQuery(db, dayIn(PLATFORM_ZONE));
type Offers = Awaited<ReturnType<typeof trialsQuery>>;

/** What a new company tries: the first public plan for what it does that can be tried; undefined where there is none. */
export const triedBy = (offered: Offers, serviceType: number) =>
  offered.find(
    (offer) => offer.isPublic && offer.trialDays > 0 && fits(offer.serviceType, serviceType),
  );
