/** Query parameters of reads of earnings. */
import { Type } from "typebox";
import { DAY_PATTERN } from "../../id-patterns.ts";
import { SignatureTypeTerm } from "../ledger/signing-wallet.ts";

/** The pattern gives the form, the format that the calendar has it. */
export const EarnedDay = Type.String({
  pattern: DAY_PATTERN,
  format: "date",
  description: "The day in UTC, YYYY-MM-DD",
});

export const EarningsQuery = { date: Type.Optional(EarnedDay), signature_type: SignatureTypeTerm };
