import { type AnySession, Session } from "./session.ts";

/** Where pictures of people are served: baseUrl + avatar_path + avatar. */
export const AVATAR_PATH = "/media/";

/** The person as the wire shows it. */
export const wireUser = (session: AnySession) => ({
  id: session.actor.userId,
  name: session.actor.name,
  email: session.actor.email,
  type: session.type,
  avatar: session instanceof Session ? session.actor.avatarMediaId : null,
});

const wireCompany = (session: AnySession) =>
  session instanceof Session
    ? {
        id: session.company.id,
        name: session.company.name,
        logo: session.company.logoMediaId,
        is_allow_calibrator: Number(session.company.settings.is_allow_calibrator ?? 1),
      }
    : null;

/** What verify-token answers. */
export const verified = (session: AnySession) => ({
  success: true,
  message: "Token verified",
  company: wireCompany(session),
  user: wireUser(session),
  service_type: session.serviceType,
  permission: session.actor.permissions,
  avatar_path: AVATAR_PATH,
});
