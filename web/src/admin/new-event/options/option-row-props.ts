/** Properties shared by the parts of an option's row. */
import type { OptionDraft } from "../event-draft.ts";
import type { FormFields } from "../form-fields.ts";

export type OptionSteps = {
  move(index: number, by: -1 | 1): void;
  remove(index: number): void;
  /** Handles several option names pasted into one field. */
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
