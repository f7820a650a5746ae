import { useState } from "react";

const firstOf = (word: string | undefined) => word?.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? "";

/** The first letters of the first and the last word, upper case; "?" for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => firstOf(word));
  const last = words.length > 1 ? firstOf(words.at(-1)) : "";
  return `${firstOf(words[0])}${last}`.toUpperCase() || "?";
}

type Props = { name: string; src?: string | null | undefined; className?: string };

/** A round picture beside a name; without one, or when it does not load, the name's initials. */
export function Avatar({ name, src, className = "avatar" }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={className} aria-hidden="true">
      {src && src !== broken ? (
        <img src={src} alt="" onError={() => setBroken(src)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
