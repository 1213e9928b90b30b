/** A select of values with labels. */
import type { ChoiceProps } from "./choice-props.ts";

type ChoiceSelectProps<Value extends string> = Omit<ChoiceProps<Value>, "name">;

export function ChoiceSelect<Value extends string>({ options, chosen, onChoose }: ChoiceSelectProps<Value>) {
  return (
    <select
      value={chosen}
      onChange={({ target }) => onChoose(options.find(([value]) => value === target.value)?.[0] ?? chosen)}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
