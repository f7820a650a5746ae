import { SecHead } from "./parts.tsx";

type Slide = {
  id: string;
  title: string;
  subtitle: string | null;
  alt: string;
  link: string | null;
  mediaId: string | null;
};
type Said = {
  id: string;
  name: string;
  designation: string | null;
  organisation: string | null;
  quote: string;
  mediaId: string | null;
};

const media = (id: string) => `/site-media/${id}`;

/** Pictures with a few words, side by side: they are moved by hand, with a finger or the keys. */
export const Slides = ({ slides }: { slides: readonly Slide[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
  <section className="slides" aria-label="News" tabIndex={0}>
    <ul>
      {slides.map(({ id, title, subtitle, alt, link, mediaId }) => (
        <li key={id}>
          <figure>
            {mediaId && (
              <img src={media(mediaId)} width={1280} height={720} alt={alt} decoding="async" />
            )}
            <figcaption>
              <b>{link ? <a href={link}>{title}</a> : title}</b>
              {subtitle}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
);

/** What customers say, who have agreed that it is shown. */
export const Testimonials = ({ said }: { said: readonly Said[] }) => (
  <>
    <SecHead title="In the words of its users" />
    <ul className="voices">
      {said.map(({ id, name, designation, organisation, quote, mediaId }) => (
        <li key={id}>
          <figure>
            <blockquote>{quote}</blockquote>
            <figcaption>
              {mediaId && <img src={media(mediaId)} width={40} height={40} alt="" loading="lazy" />}
              <span>
                <b>{name}</b>
                {[designation, organisation].filter(Boolean).join(", ")}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </>
);
