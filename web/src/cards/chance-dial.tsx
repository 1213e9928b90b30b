/** The chance of an outcome on a dial: an arc filled in proportion. */
import type { Ticks } from "../../../src/core/units.ts";
import { ONE } from "../../../src/core/units.ts";
import { useFormats } from "../text/language.tsx";

type ChanceDialProps = {
  /** Price of the outcome; `undefined` without quotes and trades. */
  readonly price: Ticks | undefined;
  /** The outcome, or another label of the dial. */
  readonly label: string;
};

/** A half circle around 30, 30. Its path length is set to the price of a certain outcome. */
const ARC = "M4 30a26 26 0 0 1 52 0";

export function ChanceDial({ price, label }: ChanceDialProps) {
  const formats = useFormats();
  return (
    <p className="dial">
      <svg viewBox="0 0 60 32" aria-hidden="true">
        <path className="dial-track" d={ARC} />
        {price !== undefined && (
          <path
            className="dial-chance"
            d={ARC}
            pathLength={ONE}
            strokeDasharray={`${price} ${ONE}`}
            strokeDashoffset={0}
          />
        )}
      </svg>
      <strong>{price === undefined ? "–" : formats.chance(price)}</strong>
      <span>{label}</span>
    </p>
  );
}
