/** An event with its markets as the operator API has it, read again while it is shown. */
import { useQuery } from "@tanstack/react-query";
import { useOperatorClient } from "../operator-session.tsx";

export function useOperatedEvent(id: string) {
  const request = useOperatorClient();
  return useQuery({
    queryKey: ["event", "steps", id],
    queryFn: ({ signal }) => request("GET /events/{event}", { params: { event: id }, signal }),
    refetchInterval: 5_000,
  });
}
