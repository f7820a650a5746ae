import { countryChoices, zoneChoices } from "../domain/platform/countries.ts";
import { platformDoor, publicContent } from "../domain/platform/public-content.ts";
import { hostAnswer } from "../domain/platform/sign-up.ts";
import type { Visit } from "../env.ts";
import { apexHosts } from "../tenancy/hosts.ts";

const LONGEST = 100;

/** What the form of a sign-up needs. @throws Response 404 on a company's host */
export async function signUpPage(visit: Visit) {
  const { plans } = await publicContent(visit);
  const tried = plans.filter(({ trialDays }) => trialDays > 0);
  return {
    apex: apexHosts(visit.env)[0]!,
    /** Of the first plan that can be tried; null where there is none. */
    trialDays: tried[0]?.trialDays ?? null,
    countries: countryChoices,
    zones: zoneChoices,
  };
}

/** What the form of a request for an account needs. @throws Response 404 on a company's host */
export function registerPage(visit: Visit) {
  platformDoor(visit);
  return { apex: apexHosts(visit.env)[0]!, countries: countryChoices };
}

/** Whether a word can be a company's address, as JSON. @throws Response 404 on a company's host */
export const hostToSay = async (visit: Visit, word: string): Promise<Response> =>
  Response.json(await hostAnswer(visit, word.slice(0, LONGEST)));
