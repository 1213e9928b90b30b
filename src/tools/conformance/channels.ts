/** The live channels of a run: connections that stay open from the first stage to the last, and short ones. */
import { NotOffered, Unchecked } from "./answer.ts";
import { openChannel } from "./live-channel.ts";
import type { LiveChannel } from "./live-channel.ts";
import type { ChannelName } from "./endpoints.ts";
import type { Stage } from "./stages.ts";

export type Channels = {
  /** Marks the start of a stage. */
  begin(stage: Stage): void;
  /**
   * Returns the lasting connection of this name, opened on first use. Throws as `openChannel` does, and `Unchecked` if an
   * earlier connection of the channel failed.
   */
  kept(channel: ChannelName, name: string): Promise<LiveChannel>;
  /** Opens a connection for the duration of the work. */
  during<T>(channel: ChannelName, work: (opened: LiveChannel) => Promise<T>): Promise<T>;
  close(): void;
};

export type ChannelsOptions = {
  /** HTTP or WebSocket base address, before the channels' paths. */
  readonly base: string;
  readonly isNamed: boolean;
  readonly timeoutMs: number;
};

export function createChannels({ base, isNamed, timeoutMs }: ChannelsOptions): Channels {
  const keptOnes = new Map<string, Promise<LiveChannel>>();
  const opened: LiveChannel[] = [];
  const failed = new Map<ChannelName, unknown>();
  let current: Stage = "reading";
  async function open(channel: ChannelName): Promise<LiveChannel> {
    if (failed.has(channel)) throw repeatedError(failed.get(channel));
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

/** Makes the error for later checks of a channel that could not be opened: only the first check reports the difference. */
const repeatedError = (error: unknown): Error =>
  error instanceof NotOffered ? error : new Unchecked("the channel could not be opened");
