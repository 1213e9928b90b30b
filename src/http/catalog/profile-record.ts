/** Profiles of wallets: their names, and when they began. */
import { Type } from "typebox";
import type { WalletProfile } from "../../store/reads/wallet-profile.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { HasName, Pseudonym, WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";

/** A wallet that a search found. */
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

/** Fields that Polymarket's profile has besides: nobody has a tier, which is one of fees. */
const UNTIERED = { takerTier: 0, takerTierName: "", weightedVolume: 0 } as const;

const UntieredProfile = Type.Object({
  ...PublicProfile.properties,
  takerTier: Type.Literal(0),
  takerTierName: Type.Literal(""),
  weightedVolume: Type.Literal(0),
});

export const publicProfileSchema = (dialect: Dialect): typeof PublicProfile | typeof UntieredProfile =>
  dialect === "polymarket" ? UntieredProfile : PublicProfile;

export const foundProfile = (wallet: string, names: Names): Type.Static<typeof FoundProfile> => ({
  proxyWallet: wallet,
  name: names.nameOf(wallet),
  pseudonym: names.pseudonymOf(wallet),
  displayUsernamePublic: names.nameOf(wallet) !== "",
});

export const publicProfile = (
  { wallet, joinedAt }: WalletProfile,
  names: Names,
  dialect: Dialect,
): Type.Static<typeof PublicProfile> & Partial<typeof UNTIERED> => ({
  ...(joinedAt !== null && { createdAt: new Date(joinedAt).toISOString() }),
  ...foundProfile(wallet, names),
  bio: "",
  profileImage: "",
  users: [],
  xUsername: "",
  verifiedBadge: false,
  ...(dialect === "polymarket" && UNTIERED),
});
