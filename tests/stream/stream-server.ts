/** The trading address of a test exchange with live channels and public reads, in one dialect, with any limits. */
import type { Context } from "../../src/context.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { createServer } from "../../src/http/server/server.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../src/http/trading/error-format.ts";
import { createMarketChannel } from "../../src/stream/market/market-channel.ts";
import { STREAM_LIMITS } from "../../src/stream/stream-limits.ts";
import type { StreamLimits } from "../../src/stream/stream-limits.ts";
import { createStreams } from "../../src/stream/streams.ts";
import type { Channels } from "../../src/stream/streams.ts";

export type StreamServer = {
  /** Base URL, without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
};

export type StreamServerOptions = {
  /** Channels by path; the default is the market channel. */
  readonly channels?: Channels;
  readonly limits?: Partial<StreamLimits>;
  readonly dialect?: Dialect;
};

export async function startStreamServer(
  context: Context,
  options: StreamServerOptions = {},
): Promise<StreamServer> {
  const { dialect = "spec", limits } = options;
  const channels = options.channels ?? new Map([["/ws/market", createMarketChannel(context)]]);
  const streams = createStreams(context, channels, { limits: { ...STREAM_LIMITS, ...limits } });
  const mount = { dialect, prefix: "", endpoints: tradingEndpoints("sandbox"), form: tradingErrorFormat };
  const server = createServer(context, [mount]);
  streams.attach(server, [mount], []);
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const close = async (): Promise<void> => {
    await streams.close();
    await server.close();
  };
  return { url, close };
}
