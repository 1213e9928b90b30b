/**
 * GET /v2/approvals: the allowances that a wallet gives the contracts of its service. Clients read it before they trade. There
 * is no chain: the exchange's own books cover orders, so that every pair is approved and nothing is to be done.
 */
import { Type } from "typebox";
import { builtInDomains } from "../../../signing/built-in-domains.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { Envelope } from "./envelope.ts";
import { Wallet } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const CHAIN = 137;

/** Contracts that hold collateral and shares at the services, on the chain above. */
type Tokens = { readonly collateral: string; readonly shares: readonly string[] };

/** Holds the shares of newer markets. */
const POSITION_MANAGER = "0x006f54f7f9a22e0000cc2ab60031000000ae9fef";

const TOKENS: { readonly [D in Dialect]: Tokens } = {
  spec: { collateral: "", shares: [] },
  polymarket: {
    collateral: "0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb",
    shares: ["0x4d97dcd97ec945f40cf65f87097ace5ea0476045", POSITION_MANAGER],
  },
  kuest: {
    collateral: "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
    shares: ["0x4682048725865bf17067bd85ff518527a262a9c7", POSITION_MANAGER],
  },
};

/** Contracts besides the exchanges that clients ask approvals for, by what they are for. */
const SPENDERS: Readonly<Record<string, string>> = {
  CollateralAdapter: "0xada100db00ca00073811820692005400218fce1f",
  NegRiskCollateralAdapter: "0xada2005600dec949baf300f4c6120000bdb6eaab",
  ExchangeV3: "0xe3333700ca9d93003f00f0f71f8515005f6c00aa",
  Router: "0x12121212006e4cd160d18e3f00711da5c3372600",
  AutoRedeem: "0xa1200000d0002264c9a1698e001292d00e1b00af",
  BinaryModule: "0x1000008dd9001b968442c1000017eae6e0da00ba",
  NegRiskModule: "0x200000900045e3b6259600682756002200028933",
  CombinatorialModule: "0x30000034706c7d8e12009dab006be20000c031a8",
  PerpsDeposit: "0xdca4af75705dbb50f62437045aff9921947917d2",
};

const Pair = Type.Object({
  id: Type.String({ description: "Name of the pair" }),
  feature: Type.Literal("trading"),
  token: Type.String(),
  spender: Type.String(),
  standard: Type.Enum(["ERC20", "ERC1155"]),
  amount: Type.Union([Type.Literal("max"), Type.Null()], { description: "null of shares" }),
  approved: Type.Literal(true, { description: "There is no chain: nothing is to be approved" }),
});

export const getApprovals = v2Operation({
  path: "/v2/approvals",
  summary: "Get what a wallet allows contracts to move: all, since there is no chain",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User }),
  answer: Envelope(
    Type.Object({
      address: Wallet,
      chain_id: Type.Integer(),
      checked_at: Type.String({ description: "ISO 8601" }),
      all_approved: Type.Literal(true),
      contracts: Type.Array(Pair),
    }),
  ),
  maxAgeSeconds: 300,
  handle: ({ context, dialect, query }) => ({
    body: {
      data: {
        address: lowerCase(query.user),
        chain_id: CHAIN,
        checked_at: new Date(context.clock()).toISOString(),
        all_approved: true,
        contracts: pairsOf(dialect),
      },
    },
  }),
});

function pairsOf(dialect: Dialect): Type.Static<typeof Pair>[] {
  const { collateral, shares } = TOKENS[dialect];
  const exchanges = builtInDomains([CHAIN])
    .filter(({ venue }) => venue === dialect)
    .map(({ id, verifyingContract }) => [id, verifyingContract.toLowerCase()] as const);
  const spenders = new Map([...exchanges, ...Object.entries(SPENDERS)].map(([id, one]) => [one, id]));
  return [...spenders].flatMap(([spender, name]) => [
    pairOf({ id: `Collateral${name}`, token: collateral, spender }, "ERC20"),
    ...shares.map((token, index) => pairOf({ id: `Shares${index + 1}${name}`, token, spender }, "ERC1155")),
  ]);
}

const pairOf = (
  pair: { readonly id: string; readonly token: string; readonly spender: string },
  standard: "ERC20" | "ERC1155",
): Type.Static<typeof Pair> => ({
  ...pair,
  feature: "trading",
  standard,
  amount: standard === "ERC20" ? "max" : null,
  approved: true,
});
