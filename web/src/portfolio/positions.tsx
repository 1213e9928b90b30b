/** The trader's positions with their current value, and buttons to redeem resolved ones. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Position } from "../api/generated/data.ts";
import { microsOfNumber } from "../money.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Empty, explainError } from "../parts/states.tsx";
import { PositionsTable } from "../people/positions-table.tsx";
import type { Micros } from "../../../src/core/units.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useRedeem } from "../wallet/use-redeem.ts";
import { positionsQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";

const FIRST = 50;

export function Positions({ trader }: SectionProps) {
  const redeeming = useRedeem();
  const redeem = redeeming.isPending ? undefined : redeeming.mutate;
  return (
    <>
      <RedeemResult paid={redeeming.data} error={redeeming.error} />
      <Loaded query={useQuery(positionsQuery(trader))}>
        {(positions) => <PositionList positions={positions} redeem={redeem} />}
      </Loaded>
    </>
  );
}

/** Redeems a market; `undefined` while another redemption runs. */
type Redeem = ((conditionId: string) => void) | undefined;

function PositionList({
  positions,
  redeem,
}: {
  readonly positions: readonly Position[];
  readonly redeem: Redeem;
}) {
  const { common, portfolio } = useText();
  const [shown, setShown] = useState(FIRST);
  if (positions.length === 0) return <Empty>{portfolio.noPositions}</Empty>;
  return (
    <>
      <PositionsTable
        positions={positions.slice(0, shown)}
        renderAction={(position) =>
          position.redeemable && <RedeemButton position={position} redeem={redeem} />
        }
      />
      {positions.length > shown && (
        <button type="button" onClick={() => setShown(shown + FIRST)}>
          {common.more}
        </button>
      )}
    </>
  );
}

type RedeemProps = { readonly position: Position; readonly redeem: Redeem };

function RedeemButton({ position, redeem }: RedeemProps) {
  const { portfolio } = useText();
  const formats = useFormats();
  const { title, conditionId, currentValue } = position;
  return (
    <button
      type="button"
      className="small"
      disabled={redeem === undefined}
      onClick={() => redeem?.(conditionId)}
    >
      {portfolio.redeem(formats.money(microsOfNumber(currentValue)))}
      <span className="visually-hidden">: {title}</span>
    </button>
  );
}

/** Shows the result of a redemption, outside of the row that disappears with it. */
function RedeemResult({ paid, error }: { readonly paid: Micros | undefined; readonly error: unknown }) {
  const text = useText();
  const formats = useFormats();
  return (
    <div aria-live="polite">
      {error !== null && <p className="failure">{explainError(error, text)}</p>}
      {paid !== undefined && <p className="success">{text.portfolio.redeemed(formats.money(paid))}</p>}
    </div>
  );
}
