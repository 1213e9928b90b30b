/** Buttons that redeem the shares of one market or event, and of all resolved markets at once. */
import { useQuery } from "@tanstack/react-query";
import { SendButton } from "../parts/send-button.tsx";
import { Failure } from "../parts/states.tsx";
import { positionsQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useText } from "../text/language.tsx";
import type { Trader } from "../wallet/session.tsx";
import { findClaims } from "./claims.ts";
import type { Claims } from "./claims.ts";
import { useClaim } from "./use-claim.ts";

type Props = { readonly trader: Trader; readonly title: string; readonly here: Claims };

export function ClaimButtons({ trader, title, here }: Props) {
  const { mine, portfolio } = useText();
  const formats = useFormats();
  const { data: positions = [] } = useQuery(positionsQuery(trader));
  const { claim, again, isBusy, error } = useClaim();
  const all = findClaims(positions);
  const hasOthers = all.due > here.due && all.conditionIds.some((id) => !here.conditionIds.includes(id));
  return (
    <div className="resolved-claims">
      {here.due > 0 && (
        <SendButton
          className="primary"
          isOff={isBusy}
          onClick={() => claim({ conditionIds: here.conditionIds, title })}
        >
          {portfolio.redeem(formats.money(here.due))}
        </SendButton>
      )}
      {hasOthers && (
        <SendButton
          isOff={isBusy}
          onClick={() => claim({ conditionIds: all.conditionIds, title: mine.claims })}
        >
          {mine.claimEverywhere(formats.money(all.due))}
        </SendButton>
      )}
      {error !== undefined && <Failure error={error} retry={again} />}
    </div>
  );
}
