/** Names of the markets, events and accounts that entries of the audit log are about. */
import { Type } from "typebox";
import type { Static } from "typebox";
import type { Context } from "../../context.ts";
import { listReferences } from "../../core/deeds.ts";
import type { Deed, DeedReference } from "../../core/deeds.ts";
import { nameEvents, nameMarkets } from "../../store/reads/listed-names.ts";
import type { Sql } from "../../store/sql/database.ts";
import { OrNull } from "../resolution-answer.ts";

export const NamedSubject = Type.Object({
  kind: Type.Enum(["market", "event", "account"]),
  id: Type.String({ description: "A condition id, an event id or an address" }),
  name: Type.String({ description: "A question, a title or the name of a trader" }),
  slug: OrNull(Type.String({ description: "Of a market or an event" })),
  outcomes: OrNull(Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: "Of a market" })),
});

type Named = Static<typeof NamedSubject>;

/** Lists the names for each entry. A market, event or account that is not there has none. */
export async function nameDeeds(
  { engine, names }: Pick<Context, "engine" | "names">,
  sql: Sql,
  deeds: readonly Deed[],
): Promise<readonly Named[][]> {
  const references = deeds.map(listReferences);
  const ids = (kind: DeedReference["kind"]): string[] => [
    ...new Set(references.flat().flatMap((one) => (one.kind === kind ? [one.id] : []))),
  ];
  const [markets, events] = await Promise.all([
    nameMarkets(sql, ids("market")),
    nameEvents(sql, ids("event")),
  ]);
  const accounts = ids("account").filter((id) => engine.exchange.accountByAddress.has(id));
  const named: readonly Named[] = [
    ...markets.map(({ outcomes, ...one }) => ({ kind: "market" as const, ...one, outcomes: [...outcomes] })),
    ...events.map((one) => ({ kind: "event" as const, ...one, outcomes: null })),
    ...accounts.map((id) => ({
      kind: "account" as const,
      id,
      name: names.nameOf(id) || names.pseudonymOf(id),
      slug: null,
      outcomes: null,
    })),
  ];
  const byId = new Map(named.map((one) => [keyOf(one), one]));
  return references.map((found) => [...new Set(found.map(keyOf))].flatMap((key) => byId.get(key) ?? []));
}

const keyOf = ({ kind, id }: DeedReference): string => `${kind} ${id}`;
