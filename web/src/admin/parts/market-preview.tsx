/** A preview of a market for traders, with its outcomes and an example of its fees. */
import { feeOf, feeWeight, lots, parseDecimal, ticks } from "../../../../src/core/units.ts";
import { readLots } from "../../money.ts";
import { useFormats } from "../../text/language.tsx";
import { useWords } from "../words.ts";
import { Facts } from "./facts.tsx";
import type { Given } from "./given.ts";
import { End, Rules } from "./preview.tsx";

/** Order whose fee serves as the example. */
const EXAMPLE = { size: lots(10_000), price: ticks(5_000) } as const;
const RATE_PLACES = 4;

export function MarketPreview({ given }: { readonly given: Given }) {
  const { create: words, market } = useWords();
  const formats = useFormats();
  const least = readLots(given("minimumSize"));
  const outcomes = [given("first") || words.first, given("second") || words.second];
  return (
    <aside className="panel preview" aria-label={words.preview}>
      <p className="soft">{words.preview}</p>
      <h2>{given("question") || words.noQuestion}</h2>
      {given("label") !== "" && <p className="badge">{given("label")}</p>}
      <div className="outcomes" aria-hidden="true">
        <span className="outcome up">{outcomes[0]} —</span>
        <span className="outcome down">{outcomes[1]} —</span>
      </div>
      <p className="soft">{words.noTrades(outcomes.join(", "))}</p>
      <End given={given} />
      <Facts
        facts={[
          [market.tick, given("tick")],
          [market.minimumSize, least === undefined ? given("minimumSize") : formats.shares(least)],
          [market.fees, <FeeExample given={given} />],
        ]}
      />
      <Rules text={given("description")} />
      <p className="badge">{given("open") === "" ? market.statuses.draft : market.statuses.active}</p>
    </aside>
  );
}

function FeeExample({ given }: { readonly given: Given }) {
  const { create: words, market } = useWords();
  const formats = useFormats();
  const rate = parseDecimal(given("rate").replace(",", "."), RATE_PLACES);
  if (rate === undefined || rate === 0) return <>{market.noFees}</>;
  const exponent = Number(given("exponent") || "1");
  const fee = feeOf(feeWeight(EXAMPLE.size, EXAMPLE.price, exponent), rate, exponent);
  return (
    <>{words.feeExample(formats.money(fee), formats.shares(EXAMPLE.size), formats.cents(EXAMPLE.price))}</>
  );
}
