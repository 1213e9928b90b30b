/**
 * The client libraries as their packages give them: how each is made, and the order of the arguments where the two
 * have another one.
 */
import type { BuilderApiKeyCreds } from "@polymarket/builder-signing-sdk";
import { BuilderConfig } from "@polymarket/builder-signing-sdk";
import { Chain, ClobClient, RfqClient } from "@polymarket/clob-client";
import { Chain as ChainV2, ClobClient as ClobClientV2 } from "@polymarket/clob-client-v2";
import type { ApiKeyCreds } from "@polymarket/clob-client-v2";
import type { WalletClient } from "viem";
import type { Surface } from "./call-record.ts";
import { readDeclarations } from "./declared-answers.ts";
import type { Declarations } from "./declared-answers.ts";
import { publicMethods } from "./public-methods.ts";

export type ClientOptions = {
  readonly signer?: WalletClient;
  readonly creds?: ApiKeyCreds;
  /** 0 to 3, and the wallet that it is for. */
  readonly signatureType?: 0 | 1 | 2 | 3;
  readonly funderAddress?: string;
  readonly useServerTime?: boolean;
  /** Throw what is refused, instead of giving it as an answer. */
  readonly throwOnError?: boolean;
  /** Of a builder: version 1 signs its requests with a builder's key, version 2 its orders with a builder's code. */
  readonly builder?: { readonly key: BuilderApiKeyCreds; readonly code: string };
};

export type Library = {
  readonly name: "clob-client" | "clob-client-v2";
  /** The signature types of its orders. */
  readonly signatureTypes: readonly (0 | 1 | 2 | 3)[];
  create(host: string, options: ClientOptions): object;
  /** The flags that follow the kind of an order in `postOrder`, or the orders in `postOrders`. */
  flags(postOnly: boolean): readonly [boolean, boolean];
};

export const LIBRARIES: readonly Library[] = [
  {
    name: "clob-client",
    signatureTypes: [0, 1, 2],
    create: (host, { builder, ...given }) => {
      const config = builder && new BuilderConfig({ localBuilderCreds: builder.key });
      const none = undefined;
      return new ClobClient(
        ...([host, Chain.POLYGON, given.signer, given.creds] as const),
        ...([
          given.signatureType === 3 ? none : given.signatureType,
          given.funderAddress,
          none,
          given.useServerTime,
        ] as const),
        ...([config, none, none, none, given.throwOnError] as const),
      );
    },
    flags: (postOnly) => [false, postOnly],
  },
  {
    name: "clob-client-v2",
    signatureTypes: [0, 1, 2, 3],
    create: (host, { builder, ...options }) =>
      new ClobClientV2({
        host,
        chain: ChainV2.POLYGON,
        ...options,
        ...(builder !== undefined && { builderConfig: { builderCode: builder.code } }),
      }),
    flags: (postOnly) => [postOnly, false],
  },
];

/** What each class offers. */
export const PUBLIC_METHODS: Readonly<Record<Surface, readonly string[]>> = {
  "clob-client": publicMethods(ClobClient.prototype, "@polymarket/clob-client", "client.d.ts"),
  "clob-client RfqClient": publicMethods(RfqClient.prototype, "@polymarket/clob-client", "rfq-client.d.ts"),
  "clob-client-v2": publicMethods(ClobClientV2.prototype, "@polymarket/clob-client-v2", "client.d.ts"),
};

/** What they say that those give. */
export const DECLARATIONS: Readonly<Record<Library["name"], Declarations>> = {
  "clob-client": readDeclarations("@polymarket/clob-client", "client.d.ts", "types.d.ts"),
  "clob-client-v2": readDeclarations("@polymarket/clob-client-v2", "client.d.ts", "types/clob.d.ts"),
};
