/** Expectations of both live channels. */
import { Difference, Unchecked } from "../answer.ts";
import { isErrorFrame, listMessages } from "../channel-records.ts";
import type { LiveChannel } from "../live-channel.ts";
import { shown } from "../shape.ts";
import type { Shape } from "../shape.ts";

/** Sends PING, and waits for one more PONG. */
export async function expectPong(channel: LiveChannel): Promise<void> {
  const count = (): number => channel.heard.filter(({ text }) => text === "PONG").length;
  const before = count();
  channel.send("PING");
  const find = () => count() > before || undefined;
  await channel.until({ find, after: `${channel.address} PING`, expected: "the text PONG" });
}

/** Sends a message that must be rejected, by an error or by closing the connection. `shownAs` hides secrets in reports. */
export async function expectErrorFrame(channel: LiveChannel, sent: object, shownAs: string): Promise<void> {
  channel.send(sent);
  await channel.until({
    find: () => channel.isClosed() || channel.heard.some(isErrorFrame) || undefined,
    after: `${channel.address} ${shownAs}`,
    expected: "an error or a closed connection",
  });
}

/** Expects every received message to have the shape of its type; throws `Unchecked` if none of these types was received. */
export function expectShapes(channel: LiveChannel, shapes: { readonly [eventType: string]: Shape }): void {
  let count = 0;
  for (const [eventType, shape] of Object.entries(shapes))
    for (const { message } of listMessages(channel.heard, eventType)) {
      count += 1;
      const fault = shape(message, "");
      if (fault === undefined) continue;
      const expected = `${eventType}: ${fault.at || "message"}: ${fault.expected}`;
      throw new Difference(`${channel.address}, message ${shown(message)}`, expected, fault.got);
    }
  if (count === 0) throw new Unchecked("no message of the channel was heard");
}
