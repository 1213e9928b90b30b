/** Buttons that redeem the shares of one market, and of all resolved markets at once. */
import { useQuery } from "@tanstack/react-query";
import type { Micros } from "../../../src/core/units.ts";
import type { Market } from "../markets/market.ts";
import { SendButton } from "../parts/send-button.tsx";
import { Failure } from "../parts/states.tsx";
import { positionsQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useText } from "../text/language.tsx";
import type { Trader } from "../wallet/session.tsx";
import { findClaims } from "./claims.ts";
import { useClaim } from "./use-claim.ts";

type Props = { readonly trader: Trader; readonly market: Market; readonly due: Micros };

export function ClaimButtons({ trader, market, due }: Props) {
  const { mine, portfolio } = useText();
  const formats = useFormats();
  const { data: positions = [] } = useQuery(positionsQuery(trader));
  const { claim, again, isBusy, error } = useClaim();
  const all = findClaims(positions);
  const hasOthers = all.conditionIds.some((id) => id !== market.conditionId);
  return (
    <div className="resolved-claims">
      {due > 0 && (
        <SendButton
          className="primary"
          isOff={isBusy}
          onClick={() => claim({ conditionIds: [market.conditionId], title: market.question })}
        >
          {portfolio.redeem(formats.money(due))}
        </SendButton>
      )}
      {hasOthers && all.due > 0 && (
        <SendButton
          isOff={isBusy}
          onClick={() => claim({ conditionIds: all.conditionIds, title: mine.claims })}
        >
          {mine.claimAll(formats.money(all.due))}
        </SendButton>
      )}
      {error !== undefined && <Failure error={error} retry={again} />}
    </div>
  );
}
