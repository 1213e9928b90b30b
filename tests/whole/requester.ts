/**
 * Sends commands that move money or shares as requests that are carried out once, and repeats some of them at any
 * later time.
 */
import type { RequestName } from "../../src/core/request.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import type { Random } from "../support/random.ts";
import type { OnceCommand, WholeCommand } from "./once-command.ts";

export type Requester = {
  /** Gives the command, a request for it, or an earlier request again. */
  requestFor(command: SimulatedCommand): WholeCommand;
};

/** Types that are never sent as requests: they have ids, or a second one has no effect. */
const NEVER = new Set<string>(["place-order", "cancel-order", "cancel-orders"]);

export function createRequester(random: Random): Requester {
  const requests: OnceCommand[] = [];

  function requestFor(command: SimulatedCommand): WholeCommand {
    if (requests.length > 0 && random.chance(5)) return repeatOf(random.pick(requests));
    if (NEVER.has(command.type) || !random.chance(70)) return command;
    const no = requests.length;
    const names: readonly Pick<RequestName, "key" | "signed">[] = [
      { key: `key ${no}` },
      { signed: `signed ${no}` },
      { key: `key ${no}`, signed: `signed ${no}` },
    ];
    const given = random.chance(10)
      ? ({ type: "remember-request", by: random.pick(["client", "exchange"] as const) } as const)
      : command;
    const name = { caller: "somebody", ...random.pick(names), content: `content ${no}` };
    const request: OnceCommand = { type: "once", name, command: given };
    requests.push(request);
    return request;
  }

  /**
   * Repeats a request unchanged, with another content, without its key, or with another key, which makes it another
   * request.
   */
  function repeatOf(request: OnceCommand): OnceCommand {
    const { name } = request;
    const { key, signed } = name;
    if (key !== undefined && random.chance(20)) return { ...request, name: { ...name, content: "another" } };
    // Neither the query nor the key is signed.
    if (key === undefined && signed !== undefined && random.chance(30))
      return { ...request, name: { ...name, ...random.pick([{ key: "added" }, { content: "another" }]) } };
    if (key === undefined || signed === undefined || random.chance(60)) return request;
    const { key: _, ...unkeyed } = name;
    const other = { ...request, name: { ...name, key: `${key} too` } };
    return random.chance(50) ? { ...request, name: unkeyed } : other;
  }

  return { requestFor };
}
