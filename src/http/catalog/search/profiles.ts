/** Public profiles of users. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { parseAddress } from "../../../signing/address.ts";
import { findWalletProfile } from "../../../store/reads/accounts/accounts.ts";
import type { WalletProfile } from "../../../store/reads/accounts/accounts.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer, Endpoint } from "../../operation/endpoint.ts";
import { CATALOG_LIMITS, ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { FOUND_ORDER, PersonText } from "../../values/shown-text.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { HasName, Pseudonym, WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { NAME_SECONDS } from "../cache-lifetimes.ts";
import { PROFILES } from "../groups.ts";
import { badParameter, profileNotFound } from "../refusal.ts";

// Profiles of wallets: names and creation times.

/** A wallet in search results. */
export const FoundProfile = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
  pseudonym: Pseudonym,
  displayUsernamePublic: HasName,
});

const PublicProfile = Type.Object({
  createdAt: Type.Optional(Type.String({ description: "ISO 8601; absent before its first deposit" })),
  ...FoundProfile.properties,
  bio: Type.Literal(""),
  profileImage: Type.Literal(""),
  users: Type.Array(Type.Never(), { description: "Always empty" }),
  xUsername: Type.Literal(""),
  verifiedBadge: Type.Literal(false),
});

/** Fee tiers in Polymarket's profile, with fixed values, since this exchange has no tiers. */
const NO_TIER_FIELDS = { takerTier: 0, takerTierName: "", weightedVolume: 0 } as const;

const UntieredProfile = Type.Object({
  ...PublicProfile.properties,
  takerTier: Type.Literal(0),
  takerTierName: Type.Literal(""),
  weightedVolume: Type.Literal(0),
});

const publicProfileSchema = (dialect: Dialect): typeof PublicProfile | typeof UntieredProfile =>
  DIFFERENCES.profileKeys.does[dialect] === "with-tiers" ? UntieredProfile : PublicProfile;

export const foundProfile = (wallet: string, names: Names): Type.Static<typeof FoundProfile> => ({
  proxyWallet: wallet,
  name: names.nameOf(wallet),
  pseudonym: names.pseudonymOf(wallet),
  displayUsernamePublic: names.nameOf(wallet) !== "",
});

const publicProfile = (
  { wallet, joinedAt }: WalletProfile,
  names: Names,
  dialect: Dialect,
): Type.Static<typeof PublicProfile> & Partial<typeof NO_TIER_FIELDS> => ({
  ...(joinedAt !== null && { createdAt: new Date(joinedAt).toISOString() }),
  ...foundProfile(wallet, names),
  bio: "",
  profileImage: "",
  users: [],
  xUsername: "",
  verifiedBadge: false,
  ...(DIFFERENCES.profileKeys.does[dialect] === "with-tiers" && NO_TIER_FIELDS),
});

// GET /public-profile and its alternative address: the profile of a wallet that has an account.

const GivenWallet = Type.String({ description: "A wallet; mixed case must be the right checksum" });

const described = {
  method: "GET",
  summary: "Get the profile of a wallet",
  group: PROFILES,
  limits: ONLY_INTERFACE_LIMIT,
  answer: publicProfileSchema,
  maxAgeSeconds: NAME_SECONDS,
} as const;

export const publicProfiles: readonly Endpoint[] = [
  uncodedOperation({
    ...described,
    path: "/public-profile",
    query: Type.Object({ address: GivenWallet }),
    handle: ({ context, dialect, query }) => readProfile(context, { dialect, address: query.address }),
  }),
  uncodedOperation({
    ...described,
    path: "/profiles/user_address/:address",
    dialects: SERVICES,
    params: Type.Object({ address: GivenWallet }),
    handle: ({ context, dialect, params }) => readProfile(context, { dialect, address: params.address }),
  }),
];

async function readProfile(
  { adHocSql, names }: Context,
  { dialect, address }: { readonly dialect: Dialect; readonly address: string },
): Promise<Answer> {
  const wallet = parseAddress(address);
  if (wallet === undefined) return badParameter("address", dialect);
  const profile = await findWalletProfile(await adHocSql(), wallet);
  return profile === undefined ? profileNotFound : { body: publicProfile(profile, names, dialect) };
}

/** GET /profiles: users by prefix of their names or addresses. */
export const listProfiles = uncodedOperation({
  method: "GET",
  path: "/profiles",
  summary: "Search people by the beginning of a name or of an address",
  group: PROFILES,
  limits: [CATALOG_LIMITS.search],
  strict: true,
  query: Type.Object({
    q: PersonText,
    limit: pageLimit({ default: 20, maximum: 100 }),
    offset: Type.Integer({ default: 0, minimum: 0, maximum: 1000, description: "Rows to skip" }),
  }),
  answer: Type.Array(FoundProfile, { description: FOUND_ORDER }),
  maxAgeSeconds: NAME_SECONDS,
  handle: async ({ context, query: { q: text, ...page } }) => {
    const found = await context.people.find(await context.adHocSql(), { text, ...page });
    return { body: found.map((wallet) => foundProfile(wallet, context.names)) };
  },
});
