/**
 * A step of looking through a request: what was expected, what came, and whether that is right. What is wrong has the
 * name of the mistake that explains it, where one does. No text here ever holds a secret or what could sign.
 */
import type { RejectionCode } from "../core/rejection.ts";
import type { Mistake } from "./mistakes.ts";

export type Check = {
  readonly check: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
  /** What to do; of a check that passed, what is worth knowing, or nothing. */
  readonly hint: string;
  /** Of docs/troubleshooting.md, or a code of docs/rejections.md; empty when the check passed or nothing explains it. */
  readonly mistake: string;
};

export type Finding = {
  readonly mistake: Mistake | RejectionCode;
  readonly hint: string;
};

export type Compared = { readonly expected?: string; readonly got?: string };

export const passed = (check: string, { expected = "", got = "" }: Compared = {}, hint = ""): Check => ({
  check,
  ok: true,
  expected,
  got,
  hint,
  mistake: "",
});

export const failed = (
  check: string,
  finding: Finding,
  { expected = "", got = "" }: Compared = {},
): Check => ({
  check,
  ok: false,
  expected,
  got,
  ...finding,
});

/** The check that a person should look at first. */
export const firstWrong = (checks: readonly Check[]): Check | undefined => checks.find(({ ok }) => !ok);

const MAX_SHOWN = 200;

/** A text that a request carried, short enough to be shown. */
export const shown = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}... (${text.length} characters)` : text;

/** Secrets, passphrases and signatures have as many, and stand in the wrong header now and then. */
const LEAST_SECRET = 43;
/** The most that a number has which fits 256 bits. */
const MAX_DIGITS = 78;

/** The value of a header that should hold an address, an id or a number; not what could sign. */
export const shownValue = (text: string): string =>
  text.length < LEAST_SECRET || (text.length <= MAX_DIGITS && /^\d+$/.test(text))
    ? text
    : `(${text.length} characters)`;
