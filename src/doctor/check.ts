/**
 * One check of a request, with the expected and the received value. A failed check has the name of the mistake that
 * explains it, if one does. No text here ever contains a secret or anything that could sign.
 */
import type { RejectionCode } from "../core/rejection.ts";
import type { Mistake } from "./mistakes.ts";

export type Check = {
  readonly check: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
  /** Advice; for a passed check a remark, or empty. */
  readonly hint: string;
  /** Mistake of docs/troubleshooting.md, or code of docs/rejections.md; empty for a passed or unexplained check. */
  readonly mistake: string;
};

export type Finding = {
  readonly mistake: Mistake | RejectionCode;
  readonly hint: string;
};

export type Comparison = { readonly expected?: string; readonly got?: string };

export const passed = (check: string, { expected = "", got = "" }: Comparison = {}, hint = ""): Check => ({
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
  { expected = "", got = "" }: Comparison = {},
): Check => ({
  check,
  ok: false,
  expected,
  got,
  ...finding,
});

/** Finds the first failed check, which a person should examine first. */
export const firstWrong = (checks: readonly Check[]): Check | undefined => checks.find(({ ok }) => !ok);

const MAX_SHOWN = 200;

/** Shortens a text of a request so that it can be shown. */
export const shown = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}... (${text.length} characters)` : text;

/** Length of the shortest secret: secrets, passphrases and signatures are sometimes sent in the wrong header. */
const MIN_SECRET = 43;
/** Maximum digits of a number that fits 256 bits. */
const MAX_DIGITS = 78;

/**
 * Shows the value of a header that should hold an address, an id or a number. Anything as long as a secret is replaced
 * by its length.
 */
export const shownValue = (text: string): string =>
  text.length < MIN_SECRET || (text.length <= MAX_DIGITS && /^\d+$/.test(text))
    ? text
    : `(${text.length} characters)`;
