import type { FieldErrors } from "#app/shared/refusal.ts";
import { invalid } from "../refusals.ts";

export const SHORTEST = 12;
export const LONGEST = 128;

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

/** @returns what is wrong with a new password, or null. No composition rules; length and the common ones only. */
export function passwordProblem(password: string, about: readonly string[] = []): string | null {
  if (password.length < SHORTEST) return `Use at least ${SHORTEST} characters`;
  if (password.length > LONGEST) return `Use at most ${LONGEST} characters`;
  const plain = password.toLowerCase();
  const repeated = /^(.{1,4})\1+$/.test(plain);
  if (
    common.has(plain) ||
    repeated ||
    about.some((word) => word.length > 3 && plain === word.toLowerCase())
  )
    return "This password is too common";
  return null;
}

/** @throws Response 422 when a new password breaks a rule or was not repeated */
export function checkNewPassword(
  password: string,
  repeated: string,
  about: readonly string[] = [],
): void {
  const errors: FieldErrors = {};
  const problem = passwordProblem(password, about);
  if (problem) errors.password = [problem];
  if (password !== repeated) errors.repeat = ["The two passwords differ"];
  if (problem || errors.repeat) invalid(errors);
}
