/** A preview of a market for traders, with its outcomes and an example of its fees. */
import { FEE_LIMITS } from "../../../../../src/core/markets/market-terms.ts";
import { computeFee, feeWeight, lots, parseDecimal, ticks } from "../../../../../src/core/units.ts";
import { useFormats } from "../../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatTerm } from "../format-amounts.ts";
import { Facts } from "../facts.tsx";
import type { Fact } from "../facts.tsx";
import { AMOUNTS } from "./market-terms.ts";
import { toDecimalPoint } from "../read-form.ts";
import type { FieldReader } from "../read-form.ts";
import { EndPreview, RulesPreview } from "./preview.tsx";

/** Order whose fee serves as the example. */
const EXAMPLE = { size: lots(10_000), price: ticks(5_000) } as const;

export function MarketPreview({ readField }: { readonly readField: FieldReader }) {
  const { create: words, market } = useConsoleText();
  const formats = useFormats();
  const outcomeNames = [readField("first") || words.first, readField("second") || words.second];
  return (
    <aside className="panel preview" aria-label={words.preview}>
      <p className="soft">{words.preview}</p>
      <h2>{readField("question") || words.noQuestion}</h2>
      {readField("label") !== "" && <p className="badge">{readField("label")}</p>}
      <div className="outcomes" aria-hidden="true">
        <span className="outcome up">{outcomeNames[0]} —</span>
        <span className="outcome down">{outcomeNames[1]} —</span>
      </div>
      <p className="soft">{words.noTrades(outcomeNames.join(", "))}</p>
      <EndPreview readField={readField} />
      <Facts
        facts={[
          ...AMOUNTS.map(({ name, row }): Fact => {
            const text = readField(name);
            return [words.terms[name].label, row.kind === "step" ? text : formatTerm(row, text, formats)];
          }),
          [market.fees, <FeeExample readField={readField} />],
        ]}
      />
      <RulesPreview text={readField("description")} />
      <p className="badge">{readField("open") === "" ? market.statuses.draft : market.statuses.active}</p>
    </aside>
  );
}

function FeeExample({ readField }: { readonly readField: FieldReader }) {
  const { create: words, market } = useConsoleText();
  const formats = useFormats();
  const rate = parseDecimal(toDecimalPoint(readField("rate")), FEE_LIMITS.rate.places);
  if (rate === undefined || rate === 0) return <>{market.noFees}</>;
  const exponent = Number(readField("exponent") || "1");
  const fee = computeFee(feeWeight(EXAMPLE.size, EXAMPLE.price, exponent), rate, exponent);
  return (
    <>{words.feeExample(formats.money(fee), formats.shares(EXAMPLE.size), formats.cents(EXAMPLE.price))}</>
  );
}
