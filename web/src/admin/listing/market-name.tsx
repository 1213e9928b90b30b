/** A link to a market by its question, for lists that know only its slug. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { namedQuery } from "./list-queries.ts";

type NameProps = { readonly conditionId: string; readonly slug: string };

export function MarketName({ conditionId, slug }: NameProps) {
  const { data } = useQuery({ ...namedQuery(conditionId), refetchInterval: false });
  return <Link href={`/markets/${conditionId}`}>{data?.[0]?.question ?? (slug || conditionId)}</Link>;
}
