/** The clock of an exchange in a test, over POST /sandbox/clock. */
import type { OperatorCall } from "./operator-call.ts";
import type { TestClock } from "./test-exchange.ts";

type ClockAnswer = { readonly time: string };

/** Makes the methods; those that change the time throw if the clock is the machine's. */
export function createTestClock(call: OperatorCall, virtual: boolean): TestClock {
  async function change(action: string, fields: object = {}): Promise<Date> {
    if (!virtual)
      throw new Error(
        `clock.${action}: this exchange goes by its machine's clock; start it with startPresage({ clock: "virtual" })`,
      );
    const request = { method: "POST", path: "/sandbox/clock", body: { action, ...fields } } as const;
    const { time } = await call<ClockAnswer>(`clock.${action}`, request);
    return new Date(time);
  }
  return {
    async now() {
      const { time } = await call<ClockAnswer>("clock.now", { method: "GET", path: "/clock" });
      return new Date(time);
    },
    pause: () => change("pause"),
    resume: () => change("resume"),
    step: (seconds) => change("step", { seconds }),
    to: (time) => change("to", { time: isoOf(time) }),
    rate: (factor) => change("rate", { rate: factor }),
  };
}

/** Formats a date as ISO 8601; leaves an invalid one for the exchange to reject. */
const isoOf = (time: Date | string): string =>
  time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : String(time);
