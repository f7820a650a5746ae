import { inWords } from "#app/shared/in-words.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { invalid } from "../refusals.ts";
import { isBreached } from "./breached-passwords.ts";
import { LONGEST, SHORTEST } from "./password-lengths.ts";

/** The commonest passwords of 12 and more characters, and the words they are made of. */
const common = new Set(
  `123456789012 1234567890123 12345678901234 1234567890qwerty qwertyuiop123 qwertyuiopasdf qwerty123456 qwerty12345678 password1234 password12345
password123456 passwordpassword iloveyou1234 administrator administrator1 welcome12345 welcome123456 letmeinletmein changeme1234 abcdefghijkl
abcd12345678 abc123456789 111111111111 000000000000 123123123123 123412341234 112233445566 987654321000 098765432109 q1w2e3r4t5y6 1q2w3e4r5t6y
1qaz2wsx3edc zaq12wsxcde3 asdfghjkl123 asdfghjkl1234 zxcvbnm12345 trustno1trustno1 superman1234 football1234 baseball1234 monkey123456
sunshine1234 princess1234 dragon123456 master123456 hospital1234 hospital12345 biomedical123 plumbline123 plumbline1234 calibration1`.split(
    /\s+/,
  ),
);

/** Words that anybody would guess of this application and those who use it. */
const ofTheField =
  "plumbline hospital clinic laboratory biomedical calibration equipment administrator welcome changeme letmein password".split(
    " ",
  );
/** Shorter words are part of too many others. */
const SHORTEST_WORD = 4;
/** Characters that must be left of a password without words that are easy to guess. */
const ENOUGH = 8;

/** Of whom and what a password is guessed first. */
export type About = {
  name: string;
  email: string;
  /** Name of the company; null on the platform's own host. */
  company: string | null;
  /** Of the page where the person signs in. */
  host: string;
  /** The password before. */
  before?: string;
};

const wordsOf = ({ name, email, company, host }: About) =>
  [name, email, company ?? "", host]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u))
    .concat(ofTheField)
    .filter((word) => word.length >= SHORTEST_WORD);

/** The words that stand in a text, wherever they do, and how many characters of it belong to none of them. */
function without(plain: string, words: readonly string[]) {
  const found = new Set<string>();
  const isTaken = Array.from({ length: plain.length }, () => false);
  // The longest first: a part of one that is told is not told.
  for (const word of [...words].sort((a, b) => b.length - a.length))
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
      const end = at + word.length;
      if (isTaken.slice(at, end).includes(false)) found.add(word);
      isTaken.fill(true, at, end);
    }
  return { found: [...found], left: isTaken.filter((taken) => !taken).length };
}

const TOO_COMMON = "This password is too common";
const tooLittle = (words: readonly string[]) =>
  `Without ${inWords(words)}, which others can guess, too little of this password is left. Use at least ${ENOUGH} other characters.`;

/** @returns what is wrong with a new password by itself, or null. No composition rules; length, the common ones and words that are easy to guess. */
export function passwordProblem(password: string, about: About): string | null {
  if (password.length < SHORTEST) return `Use at least ${SHORTEST} characters`;
  if (password.length > LONGEST) return `Use at most ${LONGEST} characters`;
  const plain = password.toLowerCase();
  if (common.has(plain) || /^(.{1,4})\1+$/.test(plain)) return TOO_COMMON;
  if (plain === about.before?.toLowerCase()) return "This is the password of now. Use another one.";
  const { found, left } = without(plain, wordsOf(about));
  return left < ENOUGH ? tooLittle(found) : null;
}

/**
 * What every new password goes through, whoever sets it.
 * @throws Response 422 when it breaks a rule, is among those of breaches, or was not repeated
 */
export async function checkNewPassword(
  { ASSETS }: Pick<Env, "ASSETS">,
  { password, repeat }: { password: string; repeat: string },
  about: About,
): Promise<void> {
  const errors: FieldErrors = {};
  const problem =
    passwordProblem(password, about) ?? ((await isBreached(ASSETS, password)) ? TOO_COMMON : null);
  if (problem) errors.password = [problem];
  if (password !== repeat) errors.repeat = ["The two passwords differ"];
  if (problem || errors.repeat) invalid(errors);
}
