/** A list from which one value is chosen, in one line with its label. */
import type { ChoiceProps } from "./choice-props.ts";
import { ChoiceSelect } from "./choice-select.tsx";

export const InlineChoice = <Value extends string>({ name, ...choice }: ChoiceProps<Value>) => (
  <label className="inline-field">
    <span>{name}</span>
    <ChoiceSelect {...choice} />
  </label>
);
