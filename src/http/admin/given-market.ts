/** A market as an operator describes it, alone or with its event. */
import { Type } from "typebox";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { refuseUnsigned } from "../../core/accounts.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { linesOrBlank, textLine } from "../shown-text.ts";
import { GivenInstant, readInstants } from "./given-instant.ts";
import { GivenSlug, PictureAddress, SourceText } from "./given-texts.ts";
import { readTerms, TermFields } from "./trading-terms.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

const { autoRedeem, ...ShortTerms } = TermFields;

const Label = textLine(LIMITS.label);

export const MarketFields = {
  question: textLine(LIMITS.title),
  outcomes: Type.Optional(Type.Tuple([Label, Label], { description: "Yes and No unless given" })),
  slug: Type.Optional(GivenSlug),
  description: Type.Optional(linesOrBlank(LIMITS.description)),
  label: Type.Optional(textLine(LIMITS.label, "Short name inside its event")),
  ...ShortTerms,
  startDate: GivenInstant,
  endDate: GivenInstant,
  gameStartTime: GivenInstant,
  image: Type.Optional(PictureAddress),
  icon: Type.Optional(PictureAddress),
  resolutionSource: Type.Optional(SourceText),
  creator: Type.Optional(GivenWallet),
  autoRedeem,
};

const GivenFields = Type.Object(MarketFields);
type GivenFields = Type.Static<typeof GivenFields>;

export function readMarket(body: GivenFields) {
  const dates = readInstants(body, ["startDate", "endDate", "gameStartTime"]);
  if (isRejection(dates)) return dates;
  const terms = readTerms(body);
  if (isRejection(terms)) return terms;
  const creator = body.creator === undefined ? undefined : readWallet(body.creator, "creator");
  if (isRejection(creator)) return creator;
  const unsigned = creator === undefined ? undefined : refuseUnsigned(creator);
  if (unsigned !== undefined) return unsigned;
  const outcomes = readOutcomes(body);
  if (isRejection(outcomes)) return outcomes;
  const { slug, description = "", label, image, icon, resolutionSource } = body;
  const question = body.question.trim();
  const described = { question, outcomes, slug, description, label, image, icon, resolutionSource };
  return { ...described, ...terms, ...dates, creator };
}

/**
 * Names that differ in the case of letters only would be taken for each other, and so would those that are words for
 * another payout: yes pays the first outcome, no the second, half each of them.
 */
function readOutcomes({ outcomes = ["Yes", "No"] }: GivenFields): [string, string] | Rejection {
  const [first, second] = [outcomes[0].trim(), outcomes[1].trim()];
  const [one, other] = [first.toLowerCase(), second.toLowerCase()];
  const expected = (what: string): Rejection =>
    reject("invalid_payload", `outcomes: expected ${what}, got "${first}" and "${second}"`);
  if (one === other) return expected("two different ones");
  if (one === "half" || other === "half") return expected("other words than half, which pays half to each");
  if (one === "no" || other === "yes")
    return expected("Yes to be the first and No the second, as the words for a payout are");
  return [first, second];
}
