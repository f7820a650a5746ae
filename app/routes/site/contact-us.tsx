import { visitContext } from "#worker/web/context.ts";
import { siteContent } from "#worker/web/site.ts";
import { queryAction } from "#worker/web/site-forms.ts";
import type { Route } from "./+types/contact-us";
import { Hero, Hung, SecHead } from "./parts.tsx";
import { QueryForm } from "./query-form.tsx";

export const loader = async ({ context }: Route.LoaderArgs) =>
  (await siteContent(context.get(visitContext))).reach;
export const action = queryAction("contact", "/contact-us");

/** The message to the platform, and where else it is reached. */
export default function ContactUs({ loaderData, actionData }: Route.ComponentProps) {
  const { email, address, map } = loaderData;
  return (
    <>
      <Hero lines={["Ask a person."]}>
        Questions, a look at the product with your own list of machines, or what does not work: a
        person reads every message and answers it.
      </Hero>
      <Hung className="query">
        <SecHead title="Write to us" />
        <QueryForm kind="contact" answer={actionData} />
      </Hung>
      {(email || address) && (
        <Hung>
          <SecHead title="Or directly" />
          <dl className="sheet-list">
            {email && (
              <div>
                <dt>E-mail</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </div>
            )}
            {address && (
              <div>
                <dt>Address</dt>
                <dd>
                  <address>{address}</address>
                  {map && (
                    <a href={map} rel="noreferrer">
                      Open the map
                    </a>
                  )}
                </dd>
              </div>
            )}
          </dl>
        </Hung>
      )}
      <Hung>
        <SecHead title="Does your company use Plumbline?">
          <a href="/login">Sign in</a> on your company's own address. Its Admins help with passwords
          and permissions at once.
        </SecHead>
      </Hung>
    </>
  );
}
