/**
 * Orders of which each must be placed or refused: all combinations of payer, signer and sender; and of sides, tokens
 * and markets.
 */
import { deriveWallets } from "../../src/signing/orders/contract-wallet.ts";
import { hashOf, tokenOf, walletOf } from "../support/exchange.ts";
import { accountOf, signOrder } from "../support/trader.ts";
import type { Trader, WireOrder } from "../support/trader.ts";
import { depositOf, DIALECTS, MARKETS } from "./auth-cases.ts";
import type { AuthWorld, Case, Expected } from "./auth-cases.ts";

const NOBODY = `0x${"0".repeat(40)}`;
export const PLACED: Expected = [200, ""];
export const BAD_SIGNATURE: Expected = [400, "invalid_signature"];
const TYPES = [0, 1, 2, 3] as const;
/** Rests for ever: nobody sells as cheaply. */
export const CHEAP = { tokenId: tokenOf("rain yes"), side: "BUY", price: "0.01", size: "1" } as const;

export const derivedOf = (name: string, type: 1 | 2): string[] =>
  deriveWallets(type, accountOf(name).address.toLowerCase()).map(({ wallet }) => wallet);

const addressOf = (name: string): string => accountOf(name).address.toLowerCase();

/** Everybody that an order may name; the wallets of ann and ben have accounts. */
const ADDRESSES: readonly string[] = [
  addressOf("ann"),
  addressOf("ben"),
  ...([1, 2] as const).map((type) => derivedOf("ann", type)[type - 1]!),
  ...([1, 2] as const).map((type) => derivedOf("ben", type)[0]!),
  depositOf("ann"),
  depositOf("ben"),
  walletOf("a stranger"),
  NOBODY,
];

/** Wallets that ann's key signs for, one of each type. */
const ITS_WALLETS = [addressOf("ann"), derivedOf("ann", 1)[1]!, derivedOf("ann", 2)[0]!, depositOf("ann")];

type Identity = {
  readonly maker: string;
  readonly signer: string;
  readonly type: (typeof TYPES)[number];
  /** Name of the key that signed the order, and of the key that sends it. */
  readonly signedBy: "ann" | "ben";
  readonly sentBy: "ann" | "ben";
  readonly owner: string;
};

/** Derives the answer from the owners of all parts. */
function verdictOf(
  { maker, signer, type, signedBy, sentBy, owner }: Identity,
  owners: readonly string[],
): Expected {
  const [caller, key] = [addressOf(sentBy), addressOf(signedBy)];
  if (!owners.includes(owner)) return [400, "owner_mismatch"];
  if (type === 3) {
    if (maker !== signer) return [400, "maker_not_allowed"];
    if (key !== caller) return BAD_SIGNATURE;
    if (maker === caller) return [400, "maker_not_allowed"];
    if (walletOwner(maker) === caller) return PLACED;
    return walletOwner(maker) === undefined ? [400, "maker_not_allowed"] : [400, "wallet_taken"];
  }
  if (signer !== caller) return [400, "signer_mismatch"];
  const mayPay = type === 0 ? maker === caller : maker !== caller && walletOwner(maker) === caller;
  if (!mayPay) return [400, "maker_not_allowed"];
  return key === caller ? PLACED : BAD_SIGNATURE;
}

const walletOwner = (wallet: string): string | undefined =>
  ["ann", "ben"]
    .filter((name) =>
      [addressOf(name), ...derivedOf(name, 1), ...derivedOf(name, 2), depositOf(name)].includes(wallet),
    )
    .map(addressOf)[0];

/** All pairs of maker and signer with every type, sent by ann. */
export function pairCases(world: AuthWorld): Promise<Case[]> {
  const plain = { signedBy: "ann", sentBy: "ann", owner: world.ann.credentials.apiKey } as const;
  const pairs = ADDRESSES.flatMap((maker) =>
    ADDRESSES.flatMap((signer) => TYPES.map((type): Identity => ({ maker, signer, type, ...plain }))),
  );
  return casesOf(world, pairs, 10_000);
}

const NAMES = ["ann", "ben"] as const;

/** Orders of ann's wallets with all signers, senders and owners. */
export function sendingCases(world: AuthWorld): Promise<Case[]> {
  const owners = [
    ...NAMES.flatMap((name) => ownersOf(world, name)),
    "",
    world.second.apiKey,
    depositOf("ann"),
  ];
  const sendings = TYPES.map((type) => ({ type, maker: ITS_WALLETS[type]! }))
    .map((one) => ({ ...one, signer: one.type === 3 ? one.maker : addressOf("ann") }))
    .flatMap((pair) =>
      NAMES.flatMap((signedBy) =>
        NAMES.flatMap((sentBy) => owners.map((owner): Identity => ({ ...pair, signedBy, sentBy, owner }))),
      ),
    );
  return casesOf(world, sendings, 11_000);
}

/** Lists the texts that may stand as the owner of an order that they send. */
function ownersOf(world: AuthWorld, name: "ann" | "ben"): string[] {
  const { address, account, credentials } = world[name];
  return [credentials.apiKey, credentials.apiKey.toUpperCase(), address, account.address];
}

function casesOf(world: AuthWorld, identities: readonly Identity[], firstSalt: number): Promise<Case[]> {
  return Promise.all(
    identities.map(async (identity, index): Promise<Case> => {
      const { maker, signer, type, signedBy, sentBy, owner } = identity;
      const terms = { ...CHEAP, maker, signer, signatureType: type, salt: String(firstSalt + index) };
      const { order } = await signOrder(world[signedBy].account, terms);
      const dialect = DIALECTS[index % DIALECTS.length]!;
      return {
        name: `type ${type}, maker ${maker}, signer ${signer}, signed by ${signedBy}, sent by ${sentBy}, owner ${owner}`,
        dialect,
        expected: verdictOf(identity, ownersOf(world, sentBy)),
        send: () => world[sentBy].post(order, { owner, dialect }),
      };
    }),
  );
}

export const placing = (trader: Trader, order: WireOrder, rest: Omit<Case, "send">): Case => ({
  ...rest,
  send: () => trader.post(order, { dialect: rest.dialect }),
});

const SIDES = ["BUY", "SELL", "buy", null] as const;

/** Sides, tokens and conditions in all combinations: the two that go together, and none of the others. */
export function conditionCases({ ann }: AuthWorld): Promise<Case[]> {
  const known = MARKETS.flatMap((market) => [tokenOf(`${market} yes`), tokenOf(`${market} no`)]);
  const tokens = [...known, tokenOf("nothing"), "0"];
  const conditions = [
    undefined,
    ...MARKETS.map(hashOf),
    hashOf("nothing"),
    "",
    hashOf("rain").toUpperCase().replace("0X", "0x"),
  ];
  const marketOf = (token: string): string | undefined =>
    MARKETS.find((market) => [tokenOf(`${market} yes`), tokenOf(`${market} no`)].includes(token));
  const combinations = SIDES.flatMap((side) =>
    tokens.flatMap((tokenId) => conditions.map((conditionId) => ({ side, tokenId, conditionId }))),
  );
  return Promise.all(
    combinations.map(async ({ side, tokenId, conditionId }, index): Promise<Case> => {
      const terms = {
        ...CHEAP,
        tokenId,
        side: side === "SELL" ? "SELL" : "BUY",
        price: side === "SELL" ? "0.99" : "0.01",
      } as const;
      const domain = marketOf(tokenId) === "flood" ? "polymarket-v2-137-neg" : "polymarket-v2-137";
      const { order } = await signOrder(ann.account, { ...terms, domain, salt: String(20_000 + index) });
      const market = marketOf(tokenId);
      const expected = (): Expected => {
        if (side !== "BUY" && side !== "SELL") return [400, "invalid_payload"];
        if (market === undefined)
          return [DIALECTS[index % DIALECTS.length] === "kuest" ? 404 : 400, "unknown_token"];
        if (conditionId !== undefined && conditionId.toLowerCase() !== hashOf(market))
          return [400, "condition_mismatch"];
        return PLACED;
      };
      const sent = { ...order, side, ...(conditionId !== undefined && { conditionId }) };
      return placing(ann, sent, {
        name: `side ${String(side)}, token ${tokenId.slice(0, 9)} of ${market}, condition ${conditionId}`,
        dialect: DIALECTS[index % DIALECTS.length]!,
        expected: expected(),
      });
    }),
  );
}
