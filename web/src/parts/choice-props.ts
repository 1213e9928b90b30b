/** A choice of one value among several, however it is drawn. */
export type ChoiceProps<Value extends string> = {
  readonly name: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
};
