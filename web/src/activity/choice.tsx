/** A labelled list from which one value is chosen. */
import type { ChoiceProps } from "../parts/choice-props.ts";
import { ChoiceSelect } from "../parts/choice-select.tsx";

export const Choice = <Value extends string>({ name, ...choice }: ChoiceProps<Value>) => (
  <label className="field">
    <span>{name}</span>
    <ChoiceSelect {...choice} />
  </label>
);
