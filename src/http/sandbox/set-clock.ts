/** POST /sandbox/clock: stops, steps and runs the virtual clock of a sandbox. */
import { Type } from "typebox";
import { parseListedInstant } from "../../listings/dates.ts";
import type { Context } from "../../context.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import {
  LAST_TIME,
  MAX_RATE,
  clockState,
  runDueWork,
  advanceTime,
  planVirtualTime,
} from "../../engine/time/clocks.ts";
import type { ClockOrder, VirtualTime } from "../../engine/time/clocks.ts";
import { saveVirtualTime } from "../../store/sandbox/virtual-time.ts";
import { describeClock, ClockAnswer } from "../admin/exchange/exchange.ts";
import { operation } from "../admin/operation.ts";
import { SANDBOX_CHANGE } from "./groups.ts";
import { strictObject } from "../operation/strict-object.ts";

const ACTIONS = ["pause", "resume", "step", "to", "rate"] as const;

const SECONDS = "Of `step`: seconds to add, whole milliseconds of them";
const TIME = "Of `to`: a time in ISO 8601 that is not past, as 2026-01-31T12:00:00Z";
const RATE = `Of \`rate\`: seconds in a second, up to ${MAX_RATE}; 0 is \`pause\``;

const ClockChange = strictObject({
  action: Type.Enum([...ACTIONS]),
  seconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e11, description: SECONDS })),
  time: Type.Optional(Type.String({ maxLength: 40, description: TIME })),
  rate: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_RATE, description: RATE })),
});

type GivenChange = Type.Static<typeof ClockChange>;

/** Field that each action needs; any other field is refused, since it would have no effect. */
const FIELDS = { pause: undefined, resume: undefined, step: "seconds", to: "time", rate: "rate" } as const;

export const setClock = operation({
  ...SANDBOX_CHANGE,
  path: "/sandbox/clock",
  summary:
    "Stop, step and run the clock of a sandbox in virtual time; what is due then is done before the answer",
  refuses: ["not_supported"],
  body: ClockChange,
  answer: ClockAnswer,
  handle: async ({ context, body }) => {
    const order = readOrder(body);
    if (isRejection(order)) return { rejection: order };
    // A step may take long, so changes of the clock are queued.
    const refused = await context.requestTurns.take(["virtual clock"], () => changeTime(context, order));
    if (refused !== undefined) return { rejection: refused };
    return { body: describeClock(clockState(context)) };
  },
});

function readOrder(given: GivenChange): ClockOrder | Rejection {
  const { action, seconds, time, rate } = given;
  const needed = FIELDS[action];
  const extra = (["seconds", "time", "rate"] as const).find(
    (name) => name !== needed && given[name] !== undefined,
  );
  if (extra !== undefined)
    return reject(
      "invalid_payload",
      `${extra}: expected none with the action ${action}, which would not use it`,
    );
  if (action === "step" && seconds !== undefined) return { action, ms: seconds * 1_000 };
  if (action === "rate" && rate !== undefined) return { action, rate };
  if (action === "pause" || action === "resume") return { action };
  const instant = time === undefined ? undefined : parseListedInstant(time);
  if (action === "to" && instant !== undefined) return { action, time: Date.parse(instant) };
  const got = time === undefined ? "none" : `"${time}"`;
  return reject(
    "invalid_payload",
    action === "to"
      ? `time: expected an instant like 2026-01-31T12:00:00Z, got ${got}`
      : `${needed}: expected a number with the action ${action}, got none`,
  );
}

/** Sets the clock, and does all work that is due by the new time; returns a rejection if the clock cannot be set. */
async function changeTime(context: Context, order: ClockOrder): Promise<Rejection | undefined> {
  const { clocks, ownSql } = context;
  const { virtual } = clocks;
  if (virtual === undefined)
    return reject(
      "not_supported",
      "the exchange goes by its machine's clock: start the sandbox with PRESAGE_CLOCK=virtual",
    );
  const now = virtual.read();
  const from = Math.max(now.time, context.engine.head().at);
  const next = planVirtualTime({ ...now, time: from }, order);
  const refused = rejectTime(now, next);
  if (refused !== undefined) return refused;
  if (next.time > from) await advanceTime({ ...context, virtual }, { from, until: next.time });
  virtual.set(next);
  await saveVirtualTime(ownSql, next);
  await runDueWork(context);
  return undefined;
}

function rejectTime(now: VirtualTime, { time }: VirtualTime): Rejection | undefined {
  const [from, to] = [now.time, LAST_TIME].map((ms) => new Date(ms).toISOString());
  if (time >= now.time && time <= LAST_TIME) return undefined;
  return reject(
    "invalid_payload",
    `time: expected one from ${from}, since time goes back only with the whole exchange, to ${to}`,
  );
}
