/** A row of buttons, of which one is selected. */
import type { ChoiceProps } from "./choice-props.ts";

export function ChoiceButtons<Value extends string>({ name, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <div className="tabs" role="group" aria-label={name}>
      {options.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
