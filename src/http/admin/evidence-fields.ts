/** Evidence of a proposed resolution, as operators give it. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { lineOrBlank, linesOrBlank } from "../shown-text.ts";

const LIMITS = { evidence: 10_000, link: 2_000 } as const;

export const evidenceFields = {
  evidence: Type.Optional(linesOrBlank(LIMITS.evidence)),
  link: Type.Optional(lineOrBlank(LIMITS.link)),
};

/** Refuses a link that no page can have: one with blanks, or with another scheme. */
export function refuseLink(link: string): Rejection | undefined {
  if (link === "" || isWebLink(link)) return undefined;
  return reject("invalid_payload", `link: expected a URL with http or https, got "${link}"`);
}

const isWebLink = (text: string): boolean =>
  /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
