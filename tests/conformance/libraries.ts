/** The client libraries of their packages: how to construct each, and differences in the order of arguments. */
import type { BuilderApiKeyCreds } from "@polymarket/builder-signing-sdk";
import { BuilderConfig } from "@polymarket/builder-signing-sdk";
import { Chain, ClobClient, RfqClient } from "@polymarket/clob-client";
import { Chain as ChainV2, ClobClient as ClobClientV2 } from "@polymarket/clob-client-v2";
import type { ApiKeyCreds } from "@polymarket/clob-client-v2";
import type { WalletClient } from "viem";
import type { Surface } from "./call-record.ts";
import { readDeclarations } from "./declared-answers.ts";
import type { Declarations } from "./declared-answers.ts";
import { listPublicMethods } from "./public-methods.ts";

export type ClientOptions = {
  readonly signer?: WalletClient;
  readonly creds?: ApiKeyCreds;
  /** Signature type, 0 to 3; `funder` is the wallet that it signs for. */
  readonly signatureType?: 0 | 1 | 2 | 3;
  readonly funderAddress?: string;
  readonly useServerTime?: boolean;
  /** True to throw refusals instead of returning them. */
  readonly throwOnError?: boolean;
  /**
   * Builder of the orders. Version 1 signs requests with a builder's key, version 2 has a builder's code in its
   * orders.
   */
  readonly builder?: { readonly key: BuilderApiKeyCreds; readonly code: string };
};

export type Library = {
  readonly name: "clob-client" | "clob-client-v2";
  /** Signature types of its orders. */
  readonly signatureTypes: readonly (0 | 1 | 2 | 3)[];
  create(host: string, options: ClientOptions): object;
  /** Flags after the kind of an order in `postOrder`, or after the orders in `postOrders`. */
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

/** Names of the public methods of each class. */
export const PUBLIC_METHODS: Readonly<Record<Surface, readonly string[]>> = {
  "clob-client": listPublicMethods(ClobClient.prototype, "@polymarket/clob-client", "client.d.ts"),
  "clob-client RfqClient": listPublicMethods(
    RfqClient.prototype,
    "@polymarket/clob-client",
    "rfq-client.d.ts",
  ),
  "clob-client-v2": listPublicMethods(ClobClientV2.prototype, "@polymarket/clob-client-v2", "client.d.ts"),
};

/** Declared results of the public methods. */
export const DECLARATIONS: Readonly<Record<Library["name"], Declarations>> = {
  "clob-client": readDeclarations("@polymarket/clob-client", "client.d.ts", "types.d.ts"),
  "clob-client-v2": readDeclarations("@polymarket/clob-client-v2", "client.d.ts", "types/clob.d.ts"),
};
