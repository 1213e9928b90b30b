/** Shows what the trader's shares of resolved markets paid, or will pay. */
import { useQuery } from "@tanstack/react-query";
import { NO_MICROS } from "../../../src/core/units.ts";
import { findClaims } from "../mine/claims.ts";
import { positionsQuery, receivedQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useSession } from "../wallet/session.tsx";

export function PaidLine({ conditionIds }: { readonly conditionIds: readonly string[] }) {
  const { mine } = useText();
  const formats = useFormats();
  const { trader } = useSession();
  const { data: positions = [] } = useQuery(positionsQuery(trader));
  const { data: received = NO_MICROS } = useQuery(receivedQuery(trader, conditionIds));
  const held = findClaims(positions.filter(({ conditionId }) => conditionIds.includes(conditionId)));
  const isLost = held.conditionIds.length > 0 && held.due === 0 && received === 0;
  return (
    <>
      {received > 0 && <span className="up">{mine.received(formats.money(received))}</span>}
      {held.due > 0 && <span className="up">{mine.due(formats.money(held.due))}</span>}
      {isLost && <span className="soft">{mine.lost}</span>}
    </>
  );
}
