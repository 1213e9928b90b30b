/** The live channels of a run: the connections that hear it from its first stage to its last, and others for a while. */
import { NotOffered, Unchecked } from "./answer.ts";
import { openChannel } from "./live-channel.ts";
import type { LiveChannel } from "./live-channel.ts";
import type { ChannelName } from "./endpoints.ts";
import type { Stage } from "./stages.ts";

export type Channels = {
  /** Tells of the stage that begins. */
  begin(stage: Stage): void;
  /**
   * Gives the connection of this name, opened when it is first asked for. Throws as `openChannel` does; `Unchecked` where
   * an earlier one of the channel has failed.
   */
  kept(channel: ChannelName, name: string): Promise<LiveChannel>;
  /** Opens a connection, which ends with the work. */
  during<T>(channel: ChannelName, work: (opened: LiveChannel) => Promise<T>): Promise<T>;
  close(): void;
};

export type ChannelsTerms = {
  /** Address of HTTP or WebSocket, before the channels' paths. */
  readonly base: string;
  readonly isNamed: boolean;
  readonly timeoutMs: number;
};

export function createChannels({ base, isNamed, timeoutMs }: ChannelsTerms): Channels {
  const keptOnes = new Map<string, Promise<LiveChannel>>();
  const opened: LiveChannel[] = [];
  const failed = new Map<ChannelName, unknown>();
  let current: Stage = "reading";
  async function open(channel: ChannelName): Promise<LiveChannel> {
    if (failed.has(channel)) throw againOf(failed.get(channel));
    const address = base.replace(/^http/, "ws") + channel;
    try {
      const one = await openChannel({ address, isNamed, timeoutMs, stage: () => current });
      opened.push(one);
      return one;
    } catch (error) {
      failed.set(channel, error);
      throw error;
    }
  }
  return {
    begin(stage) {
      current = stage;
    },
    kept(channel, name) {
      const key = `${channel} ${name}`;
      const found = keptOnes.get(key) ?? open(channel);
      keptOnes.set(key, found);
      return found;
    },
    async during(channel, work) {
      const one = await open(channel);
      try {
        return await work(one);
      } finally {
        one.close();
      }
    },
    close() {
      for (const one of opened) one.close();
    },
  };
}

/** The error for later checks of a channel that could not be opened: the difference itself is told once. */
const againOf = (error: unknown): Error =>
  error instanceof NotOffered ? error : new Unchecked("the channel could not be opened");
