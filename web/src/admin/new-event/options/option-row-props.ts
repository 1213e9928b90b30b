/** Properties of the row of an option, which its parts share. */
import type { OptionDraft } from "../event-draft.ts";
import type { FormFields } from "../form-fields.ts";

export type OptionSteps = {
  move(index: number, by: -1 | 1): void;
  remove(index: number): void;
  /** Takes the names of several options, pasted into one. */
  paste(index: number, names: readonly string[]): void;
};

export type OptionRowProps = {
  readonly option: OptionDraft;
  readonly index: number;
  readonly isOnly: boolean;
  readonly isLast: boolean;
  readonly fields: FormFields;
  readonly steps: OptionSteps;
};
